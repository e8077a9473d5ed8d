// Builds tensors, takes first and second gradients, prints them.
#include <cstdio>
#include <exception>
#include <iostream>

#include "paddle/autograd.h"
#include "paddle/operators.h"

int main() {
  paddle::Tensor x = paddle::from_vector({1, 2, 3, 4}, {2, 2});
  x.set_stop_gradient(false);
  const paddle::Tensor w = paddle::full({2, 2}, 0.5);

  const paddle::Tensor y = paddle::sum(paddle::matmul(x, w) * x);
  y.backward();
  std::cout << "y         = " << y << "\n";
  std::cout << "dy/dx     = " << x.grad() << "\n";

  const paddle::Tensor cube = paddle::sum(x * x * x);
  // retain_graph and create_graph, for the second gradient.
  const paddle::Tensor first = paddle::grad({cube}, {x}, {}, true, true)[0];
  const paddle::Tensor second = paddle::grad({paddle::sum(first)}, {x})[0];
  std::cout << "d2(x^3)   = " << second << "\n";

  try {
    paddle::matmul(x, paddle::full({3, 2}, 1.0));
  } catch (const std::exception& error) {
    std::cout << "an error  : " << error.what() << "\n";
    return 0;
  }
  return 1;  // the shapes do not match: an exception was due
}
