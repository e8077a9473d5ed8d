// Tensors for C++ programs: the engine of the Python module `paddle`.
//
//   paddle::Tensor x = paddle::full({2, 2}, 3.0);
//   x.set_stop_gradient(false);
//   paddle::Tensor y = paddle::sum(x * x);
//   y.backward();
//   std::cout << x.grad() << "\n";      // 6 everywhere
//
// Copies share the tensor. Errors are thrown as std::exception with a text that
// names operator, argument, expected and received.
#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#define PADDLE_PUBLIC __attribute__((visibility("default")))

namespace paddle {

struct DenseTensor;
using Shape = std::vector<int64_t>;

class PADDLE_PUBLIC Tensor {
 public:
  Tensor() = default;
  explicit Tensor(DenseTensor* owned) : impl_(owned) {}  // takes the reference
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept : impl_(other.impl_) {
    other.impl_ = nullptr;
  }
  Tensor& operator=(Tensor other) noexcept;
  ~Tensor();

  bool defined() const { return impl_ != nullptr; }
  Shape shape() const;
  std::string dtype() const;  // "float32"
  int64_t numel() const;
  double item() const;                 // of a tensor with one element
  std::vector<double> values() const;  // in row-major order
  std::string to_string() const;

  bool stop_gradient() const;
  void set_stop_gradient(bool stop);
  Tensor grad() const;  // undefined where none was gathered
  void clear_grad();
  // Accumulates gradients into the leaves this tensor depends on.
  void backward(bool retain_graph = false) const;

  DenseTensor* impl() const { return impl_; }

 private:
  DenseTensor* impl_ = nullptr;
};

// ---- creation; dtype is a name such as "float32" ----
PADDLE_PUBLIC Tensor full(const Shape& shape, double value,
                          const std::string& dtype = "float32");
PADDLE_PUBLIC Tensor from_vector(const std::vector<double>& values,
                                 const Shape& shape,
                                 const std::string& dtype = "float32");

// ---- operators ----
// Any operator by name: tensors in the order of its schema, attributes at
// their defaults; the outputs in order.
PADDLE_PUBLIC std::vector<Tensor> call(const std::string& op,
                                       const std::vector<Tensor>& inputs);
PADDLE_PUBLIC Tensor operator+(const Tensor& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator-(const Tensor& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator*(const Tensor& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator/(const Tensor& x, const Tensor& y);
PADDLE_PUBLIC Tensor operator*(const Tensor& x, double factor);
PADDLE_PUBLIC Tensor sum(const Tensor& x);
PADDLE_PUBLIC Tensor matmul(const Tensor& x, const Tensor& y,
                            bool transpose_x = false, bool transpose_y = false);

// ---- gradients ----
// Of the sum of `outputs` with respect to `inputs`; create_graph records the
// gradient itself, for higher orders.
PADDLE_PUBLIC std::vector<Tensor> grad(const std::vector<Tensor>& outputs,
                                       const std::vector<Tensor>& inputs,
                                       bool create_graph = false);

PADDLE_PUBLIC std::ostream& operator<<(std::ostream& os, const Tensor& t);

}  // namespace paddle
