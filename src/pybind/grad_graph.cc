// Tensor.grad_fn: the recorded graph as Python sees it. The names are Paddle's:
// `MatmulGradNode`, `GradNodeAccumulation` of a leaf,
// `GradNodePyLayer_<class>`.
#include <pybind11/pybind11.h>

#include "eager/grad_node.h"
#include "eager/view_history.h"
#include "pybind/init.h"
#include "pybind/py_dtype.h"
#include "pybind/py_tensor.h"

namespace py = pybind11;

namespace paddle::python {
namespace {

// A node, or the leaf in whose place Paddle has a node that gathers gradients.
// Null handles are None.
class NodeHandle {
 public:
  explicit NodeHandle(GradNode* n) : node_(n) { Retain(n); }
  explicit NodeHandle(DenseTensor* leaf) : leaf_(Var::Share(leaf)) {}
  NodeHandle(NodeHandle&& other) noexcept
      : node_(std::exchange(other.node_, nullptr)),
        leaf_(std::move(other.leaf_)) {}
  NodeHandle(const NodeHandle&) = delete;
  NodeHandle& operator=(const NodeHandle&) = delete;
  ~NodeHandle() {
    if (node_) Release(node_);
  }

  uintptr_t address() const {
    return node_ ? reinterpret_cast<uintptr_t>(node_)
                 : reinterpret_cast<uintptr_t>(leaf_.get());
  }
  std::string name() const;
  // For each tensor that the call took: (its node or None, dtype, shape).
  py::list Operands() const;
  py::list NextFunctions() const;

 private:
  GradNode* node_ = nullptr;
  Var leaf_;
};

py::object Edge(GradNode* node, DenseTensor* leaf) {
  if (node) return py::cast(NodeHandle(node));
  if (leaf) return py::cast(NodeHandle(leaf));
  return py::none();
}

std::string CamelCase(std::string_view words) {
  std::string out;
  bool upper = true;
  for (const char c : words) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(c)) : c;
    upper = false;
  }
  return out;
}

std::string NodeHandle::name() const {
  if (!node_) return "GradNodeAccumulation";
  const NodeExtras* extras = node_->extras.load(std::memory_order_acquire);
  if (extras && extras->custom && extras->custom->object()) {
    const py::handle backward(static_cast<PyObject*>(extras->custom->object()));
    if (py::hasattr(backward, "_cls")) {
      return "GradNodePyLayer_" +
             backward.attr("_cls").attr("__name__").cast<std::string>();
    }
  }
  return CamelCase(node_->op->name) + "GradNode";
}

py::list NodeHandle::Operands() const {
  py::list list;
  for (uint32_t i = 0; node_ && i < node_->num_operands; ++i) {
    const Operand& operand = node_->operands[i];
    if (!operand.given) continue;
    py::tuple dims(operand.dims.rank());
    for (int a = 0; a < operand.dims.rank(); ++a) dims[a] = operand.dims[a];
    list.append(py::make_tuple(Edge(operand.node, operand.leaf),
                               Name(operand.dtype), dims));
  }
  return list;
}

py::list NodeHandle::NextFunctions() const {
  py::list list;
  if (!node_) list.append(py::none());  // as in Paddle: nothing lies behind
  for (const py::handle operand : Operands()) {
    list.append(operand[py::int_(0)]);
  }
  return list;
}

py::object GradFn(py::handle tensor) {
  if (!IsTensor(tensor.ptr())) throw py::type_error("grad_fn: not a Tensor");
  DenseTensor& t = *Impl(tensor.ptr());
  RefreshHistory(t);
  if (!t.requires_grad()) return py::none();
  return Edge(t.node, &t);
}

}  // namespace

bool InitGradGraph(PyObject* module) {
  auto m = py::reinterpret_borrow<py::module_>(module);
  py::class_<NodeHandle>(
      m, "GradNodeBase",
      R"(A recorded call in the graph that backward passes walk.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    >>> node = (x * x).sum().grad_fn
    >>> node.name(), [n.name() for n in node.next_functions]
    ('SumGradNode', ['MultiplyGradNode'])
)")
      .def("name", &NodeHandle::name, "The name of the call's gradient.")
      .def("node_ptr", &NodeHandle::address, "What tells nodes apart.")
      .def("_operands", &NodeHandle::Operands)
      .def_property_readonly(
          "next_functions", &NodeHandle::NextFunctions,
          "The nodes that gradients go to, one for each tensor of the call; "
          "None where none goes.")
      .def("__eq__",
           [](const NodeHandle& a, const py::object& b) {
             return py::isinstance<NodeHandle>(b) &&
                    a.address() == b.cast<const NodeHandle&>().address();
           })
      .def("__hash__", [](const NodeHandle& a) { return a.address(); })
      .def("__repr__", [](const NodeHandle& a) {
        return "<" + a.name() + " " + std::to_string(a.address()) + ">";
      });
  m.def("grad_fn", &GradFn);
  return true;
}

}  // namespace paddle::python
