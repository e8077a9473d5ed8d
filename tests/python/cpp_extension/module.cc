// An operator and functions of pybind11 in one module.
#include "paddle/extension.h"

paddle::Tensor Cube(const paddle::Tensor& x) { return x * x * x; }
std::vector<paddle::Tensor> Split(const std::vector<paddle::Tensor>& list,
                                  paddle::optional<paddle::Tensor> extra,
                                  paddle::DataType dtype) {
  std::vector<paddle::Tensor> out;
  for (const auto& t : list) out.push_back(t.cast(dtype));
  if (extra) out.push_back(*extra);
  return out;
}
struct Counter {
  int64_t seen = 0;
  void Add(const paddle::Tensor& t) { seen += t.numel(); }
};

std::vector<paddle::Tensor> Negate(const paddle::Tensor& x) { return {-x}; }
PD_BUILD_OP(custom_negate)
    .Inputs({"X"})
    .Outputs({"Out"})
    .SetKernelFn(PD_KERNEL(Negate));

PYBIND11_MODULE(PADDLE_EXTENSION_NAME, m) {
  m.def("cube", &Cube);
  m.def("split", &Split, py::arg("list"), py::arg("extra") = py::none(),
        py::arg("dtype"));
  m.def("fail", [] { PD_THROW("from a function"); });
  py::class_<Counter>(m, "Counter")
      .def(py::init<>())
      .def("add", &Counter::Add)
      .def_readonly("seen", &Counter::seen);
}
