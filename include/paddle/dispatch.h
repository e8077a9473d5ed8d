// PD_DISPATCH_*: a body for the C++ type `data_t` of a dtype.
//
//   PD_DISPATCH_FLOATING_TYPES(x.dtype(), "relu", ([&] {
//     Relu(x.data<data_t>(), out.data<data_t>(), x.numel());
//   }));
#pragma once
#include "paddle/exception.h"

#define PADDLE_DISPATCH_CASE_(dtype, type, ...) \
  case dtype: {                                 \
    using data_t = type;                        \
    __VA_ARGS__();                              \
    break;                                      \
  }
#define PADDLE_DISPATCH_(TYPE, NAME, CASES)                             \
  do {                                                                  \
    const ::phi::DataType pd_dispatch_type = (TYPE);                    \
    switch (pd_dispatch_type) {                                         \
      CASES                                                             \
      default:                                                          \
        ::paddle::ThrowError(                                           \
            "Unimplemented",                                            \
            std::string(NAME) + ": there is no kernel for the dtype " + \
                ::phi::DataTypeToString(pd_dispatch_type) + ".");       \
    }                                                                   \
  } while (0)

#define PADDLE_FLOATING_CASES_(...)                                   \
  PADDLE_DISPATCH_CASE_(::phi::DataType::FLOAT32, float, __VA_ARGS__) \
  PADDLE_DISPATCH_CASE_(::phi::DataType::FLOAT64, double, __VA_ARGS__)
#define PADDLE_HALF_CASES_(...)                                            \
  PADDLE_DISPATCH_CASE_(::phi::DataType::FLOAT16, ::phi::dtype::float16,   \
                        __VA_ARGS__)                                       \
  PADDLE_DISPATCH_CASE_(::phi::DataType::BFLOAT16, ::phi::dtype::bfloat16, \
                        __VA_ARGS__)
#define PADDLE_INTEGRAL_CASES_(...)                                   \
  PADDLE_DISPATCH_CASE_(::phi::DataType::INT32, int32_t, __VA_ARGS__) \
  PADDLE_DISPATCH_CASE_(::phi::DataType::INT64, int64_t, __VA_ARGS__) \
  PADDLE_DISPATCH_CASE_(::phi::DataType::INT8, int8_t, __VA_ARGS__)   \
  PADDLE_DISPATCH_CASE_(::phi::DataType::UINT8, uint8_t, __VA_ARGS__) \
  PADDLE_DISPATCH_CASE_(::phi::DataType::INT16, int16_t, __VA_ARGS__)
#define PADDLE_COMPLEX_CASES_(...)                                      \
  PADDLE_DISPATCH_CASE_(::phi::DataType::COMPLEX64, ::phi::complex64,   \
                        __VA_ARGS__)                                    \
  PADDLE_DISPATCH_CASE_(::phi::DataType::COMPLEX128, ::phi::complex128, \
                        __VA_ARGS__)

#define PD_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME, PADDLE_FLOATING_CASES_(__VA_ARGS__))
#define PD_DISPATCH_FLOATING_AND_HALF_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME,                               \
                   PADDLE_FLOATING_CASES_(__VA_ARGS__)       \
                       PADDLE_HALF_CASES_(__VA_ARGS__))
#define PD_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME, PADDLE_INTEGRAL_CASES_(__VA_ARGS__))
#define PD_DISPATCH_COMPLEX_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME, PADDLE_COMPLEX_CASES_(__VA_ARGS__))
#define PD_DISPATCH_FLOATING_AND_INTEGRAL_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME,                                   \
                   PADDLE_FLOATING_CASES_(__VA_ARGS__)           \
                       PADDLE_INTEGRAL_CASES_(__VA_ARGS__))
#define PD_DISPATCH_FLOATING_AND_COMPLEX_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME,                                  \
                   PADDLE_FLOATING_CASES_(__VA_ARGS__)          \
                       PADDLE_COMPLEX_CASES_(__VA_ARGS__))
#define PD_DISPATCH_FLOATING_AND_INTEGRAL_AND_COMPLEX_TYPES(TYPE, NAME, ...) \
  PADDLE_DISPATCH_(TYPE, NAME,                                               \
                   PADDLE_FLOATING_CASES_(__VA_ARGS__)                       \
                       PADDLE_INTEGRAL_CASES_(__VA_ARGS__)                   \
                           PADDLE_COMPLEX_CASES_(__VA_ARGS__))
