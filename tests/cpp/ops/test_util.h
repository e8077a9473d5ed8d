// Small helpers of the operator tests.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "eager/engine.h"
#include "ops/builder.h"
#include "ops/rules.h"
#include "phi/kernel_registry.h"

namespace paddle::testing {

inline const bool kKernelsBound = (phi::BindKernels(), true);

template <typename T = float>
Var Random(const DDim& dims, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-2, 2);
  Var v = EmptyTensor(dims, DataTypeOf<T>());
  for (int64_t i = 0; i < v->numel; ++i) {
    v->template Data<T>()[i] = T(static_cast<float>(uniform(engine)));
  }
  return v;
}
template <typename T>
Var RandomInt(const DDim& dims, int64_t low, int64_t high, unsigned seed = 1) {
  std::mt19937_64 engine(seed);
  std::uniform_int_distribution<int64_t> uniform(low, high);
  Var v = EmptyTensor(dims, DataTypeOf<T>());
  for (int64_t i = 0; i < v->numel; ++i) {
    v->template Data<T>()[i] = static_cast<T>(uniform(engine));
  }
  return v;
}

template <typename T = float>
std::vector<T> Values(const Var& v) {
  const Var dense = v->contiguous() ? v : ops::Assign(v);
  const T* data = dense->template Data<T>();
  return std::vector<T>(data, data + dense->numel);
}

inline void ExpectNear(const Var& x, const Var& y, double tolerance) {
  ASSERT_EQ(errors::ToString(x.dims()), errors::ToString(y.dims()));
  const auto a = Values<double>(ops::Cast(x, DataType::kFloat64));
  const auto b = Values<double>(ops::Cast(y, DataType::kFloat64));
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_NEAR(a[i], b[i], tolerance * (1 + std::abs(b[i]))) << "at " << i;
  }
}

template <typename F>
std::string ErrorOf(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace paddle::testing
