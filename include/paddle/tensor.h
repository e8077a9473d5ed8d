// Tensors for C++ programs: the engine of the Python module `paddle`.
//
//   paddle::Tensor x = paddle::full({2, 2}, 3.0);
//   x.set_stop_gradient(false);
//   paddle::Tensor y = paddle::sum(x * x);   // paddle/operators.h
//   y.backward();
//   std::cout << x.grad() << "\n";           // 6 everywhere
//
// Copies share the tensor. Errors are thrown as std::exception with a text that
// names operator, argument, expected and received.
#pragma once
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "paddle/data_type.h"
#include "paddle/place.h"
#include "paddle/scalar.h"

namespace paddle {

struct DenseTensor;
using Shape = std::vector<int64_t>;

class PADDLE_PUBLIC Tensor {
 public:
  Tensor() = default;
  // No memory yet: mutable_data<T>() gives it memory and a dtype.
  Tensor(const ::phi::Place& place, const Shape& shape);
  explicit Tensor(const ::phi::Place& place) : Tensor(place, Shape{0}) {}
  explicit Tensor(DenseTensor* owned) : impl_(owned) {}  // takes the reference
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept : impl_(other.impl_) {
    other.impl_ = nullptr;
  }
  Tensor& operator=(Tensor other) noexcept;
  ~Tensor();

  // ---- what it is ----
  bool defined() const { return impl_ != nullptr; }
  bool initialized() const { return has_allocation(); }
  bool is_initialized() const { return has_allocation(); }
  bool has_allocation() const;
  Shape shape() const;
  ::phi::DDim dims() const { return ::phi::DDim(shape()); }
  ::phi::DDim strides() const;
  int64_t numel() const;
  int64_t size() const { return numel(); }
  ::phi::DataType dtype() const;
  ::phi::DataType type() const { return dtype(); }
  ::phi::DataLayout layout() const { return ::phi::DataLayout::NCHW; }
  ::phi::Place place() const;
  bool is_cpu() const;
  bool is_gpu() const;
  bool is_custom_device() const;
  bool is_dense_tensor() const { return defined(); }
  bool is_contiguous() const;

  // ---- values ----
  // The memory, in the order that strides() say. Raises InvalidArgument where T
  // is not the dtype, or there is no memory.
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(
        CheckedData(::phi::CppTypeToDataType<T>::Type()));
  }
  template <typename T>
  T* data() {
    return static_cast<T*>(CheckedData(::phi::CppTypeToDataType<T>::Type()));
  }
  const void* data() const { return CheckedData(::phi::DataType::UNDEFINED); }
  void* data() { return CheckedData(::phi::DataType::UNDEFINED); }
  // The same; a tensor without memory gets it first.
  template <typename T>
  T* mutable_data() {
    return static_cast<T*>(MutableData(::phi::CppTypeToDataType<T>::Type()));
  }
  template <typename T>
  T* mutable_data(const ::phi::Place& place) {
    CheckPlace(place);
    return mutable_data<T>();
  }
  double item() const;                 // of a tensor with one element
  std::vector<double> values() const;  // in row-major order
  std::string to_string() const;

  // ---- other tensors from it; these are recorded for gradients ----
  Tensor slice(int64_t begin, int64_t end) const;  // along the first axis
  Tensor contiguous() const;
  Tensor cast(::phi::DataType dtype) const;
  Tensor copy_to(const ::phi::Place& place) const;
  Tensor copy_to(const ::phi::Place& place, bool /*blocking*/) const {
    return copy_to(place);
  }
  template <typename T>  // as in old sources; the dtype stays
  Tensor copy_to(const ::phi::Place& place) const {
    return copy_to(place);
  }
  // The values of `from` into this tensor, which takes its shape and dtype.
  void copy_(const Tensor& from, const ::phi::Place& place, bool blocking);
  // Another shape for the same elements, or for a tensor without memory.
  void reshape(const Shape& shape);
  void reset() { *this = Tensor(); }

  Tensor operator+(const Tensor& y) const;
  Tensor operator-(const Tensor& y) const;
  Tensor operator*(const Tensor& y) const;
  Tensor operator/(const Tensor& y) const;
  Tensor operator+(const ::phi::Scalar& y) const;
  Tensor operator-(const ::phi::Scalar& y) const;
  Tensor operator*(const ::phi::Scalar& y) const;
  Tensor operator/(const ::phi::Scalar& y) const;
  Tensor operator<(const Tensor& y) const;
  Tensor operator<=(const Tensor& y) const;
  Tensor operator==(const Tensor& y) const;
  Tensor operator!=(const Tensor& y) const;
  Tensor operator>(const Tensor& y) const;
  Tensor operator>=(const Tensor& y) const;
  Tensor operator&(const Tensor& y) const;
  Tensor operator|(const Tensor& y) const;
  Tensor operator^(const Tensor& y) const;
  Tensor operator-() const;
  Tensor operator~() const;

  // Operators of paddle/operators.h that Paddle has as methods in C++, too.
  Tensor add(const Tensor& y) const { return *this + y; }
  Tensor subtract(const Tensor& y) const { return *this - y; }
  Tensor multiply(const Tensor& y) const { return *this * y; }
  Tensor divide(const Tensor& y) const { return *this / y; }
  Tensor add(const ::phi::Scalar& y) const { return *this + y; }
  Tensor subtract(const ::phi::Scalar& y) const { return *this - y; }
  Tensor multiply(const ::phi::Scalar& y) const { return *this * y; }
  Tensor divide(const ::phi::Scalar& y) const { return *this / y; }
  Tensor less_than(const Tensor& y) const { return *this < y; }
  Tensor less_equal(const Tensor& y) const { return *this <= y; }
  Tensor equal(const Tensor& y) const { return *this == y; }
  Tensor not_equal(const Tensor& y) const { return *this != y; }
  Tensor greater_than(const Tensor& y) const { return *this > y; }
  Tensor greater_equal(const Tensor& y) const { return *this >= y; }
  Tensor bitwise_and(const Tensor& y) const { return *this & y; }
  Tensor bitwise_or(const Tensor& y) const { return *this | y; }
  Tensor bitwise_xor(const Tensor& y) const { return *this ^ y; }
  Tensor bitwise_not() const { return ~*this; }
  Tensor abs() const;
  Tensor assign() const;
  Tensor exp() const;
  Tensor floor() const;
  Tensor log() const;
  Tensor maximum(const Tensor& y) const;
  Tensor minimum(const Tensor& y) const;
  Tensor pow(const Tensor& y) const;
  Tensor pow(const ::phi::Scalar& y) const;
  Tensor elementwise_pow(const Tensor& y) const { return pow(y); }
  Tensor max(const ::phi::IntArray& axis = {}, bool keepdim = false) const;
  Tensor expand(const ::phi::IntArray& shape) const;
  Tensor tile(const ::phi::IntArray& repeat_times) const;
  Tensor gather_nd(const Tensor& index) const;
  Tensor scatter_nd_add(const Tensor& index, const Tensor& updates) const;

  // ---- gradients: more of them in paddle/autograd.h ----
  bool stop_gradient() const;
  void set_stop_gradient(bool stop);
  Tensor grad() const;  // undefined where none was gathered
  void clear_grad();
  // Accumulates gradients into the leaves this tensor depends on.
  void backward(bool retain_graph = false) const;
  Tensor detach() const;  // the same memory, without a history
  uint32_t current_inplace_version() const;
  void bump_inplace_version();

  // The library's own tensor: borrowed, given up, and a second reference to
  // one.
  DenseTensor* impl() const { return impl_; }
  DenseTensor* Take() {
    DenseTensor* taken = impl_;
    impl_ = nullptr;
    return taken;
  }
  static Tensor Share(DenseTensor* borrowed);

 private:
  void* CheckedData(::phi::DataType dtype) const;
  void* MutableData(::phi::DataType dtype);
  void CheckPlace(const ::phi::Place& place) const;

  DenseTensor* impl_ = nullptr;
};

PADDLE_PUBLIC Tensor operator+(const ::phi::Scalar& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator-(const ::phi::Scalar& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator*(const ::phi::Scalar& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator/(const ::phi::Scalar& x, const Tensor& y);
// paddle/operators.h has the one with two tensors.
inline Tensor pow(const Tensor& x, const ::phi::Scalar& y) { return x.pow(y); }
PADDLE_PUBLIC std::ostream& operator<<(std::ostream& os, const Tensor& t);

// ---- creation ----
// Values that are not set.
PADDLE_PUBLIC Tensor empty(const ::phi::IntArray& shape,
                           ::phi::DataType dtype = ::phi::DataType::FLOAT32,
                           const ::phi::Place& place = ::phi::CPUPlace());
PADDLE_PUBLIC Tensor full(const ::phi::IntArray& shape,
                          const ::phi::Scalar& value,
                          ::phi::DataType dtype = ::phi::DataType::FLOAT32,
                          const ::phi::Place& place = ::phi::CPUPlace());
PADDLE_PUBLIC Tensor zeros(const ::phi::IntArray& shape,
                           ::phi::DataType dtype = ::phi::DataType::FLOAT32,
                           const ::phi::Place& place = ::phi::CPUPlace());
PADDLE_PUBLIC Tensor ones(const ::phi::IntArray& shape,
                          ::phi::DataType dtype = ::phi::DataType::FLOAT32,
                          const ::phi::Place& place = ::phi::CPUPlace());
// Like `x`, where no dtype and no place are given.
PADDLE_PUBLIC Tensor
empty_like(const Tensor& x, ::phi::DataType dtype = ::phi::DataType::UNDEFINED,
           const ::phi::Place& place = {});
PADDLE_PUBLIC Tensor
full_like(const Tensor& x, const ::phi::Scalar& value,
          ::phi::DataType dtype = ::phi::DataType::UNDEFINED,
          const ::phi::Place& place = {});
PADDLE_PUBLIC Tensor
zeros_like(const Tensor& x, ::phi::DataType dtype = ::phi::DataType::UNDEFINED,
           const ::phi::Place& place = {});
PADDLE_PUBLIC Tensor
ones_like(const Tensor& x, ::phi::DataType dtype = ::phi::DataType::UNDEFINED,
          const ::phi::Place& place = {});
PADDLE_PUBLIC Tensor
from_vector(const std::vector<double>& values, const Shape& shape,
            ::phi::DataType dtype = ::phi::DataType::FLOAT32);
// Memory of somebody else, row-major; `deleter(data)` runs when the last tensor
// that shows it is gone. Without one it must outlive them.
PADDLE_PUBLIC Tensor
from_blob(void* data, const ::phi::IntArray& shape, ::phi::DataType dtype,
          ::phi::DataLayout layout = ::phi::DataLayout::NCHW,
          const ::phi::Place& place = ::phi::CPUPlace(),
          const std::function<void(void*)>& deleter = nullptr);

// Any operator by name: tensors in the order of its schema, attributes at
// their defaults; the outputs in order. paddle/operators.h has them one by one.
PADDLE_PUBLIC std::vector<Tensor> call(const std::string& op,
                                       const std::vector<Tensor>& inputs);

}  // namespace paddle
