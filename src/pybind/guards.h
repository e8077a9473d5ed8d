// Guards of captures: what a capture has read, checked again before a call that
// skips Python. The plain data comes from paddle/jit/vm/guards.py, which tells
// what each kind means and holds the reference implementation.
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "core/dense_tensor.h"

namespace paddle::python {

// What a value has to be.
class Expected {
 public:
  explicit Expected(pybind11::handle data);
  bool Holds(PyObject* value) const;  // null: absent
  bool is_tensor() const { return kind_ == kTensor; }
  // Any number of the type will do.
  bool is_number() const { return kind_ == kNumber; }
  int Visit(visitproc visit, void* arg) const;  // for the garbage collector

 private:
  enum Kind {
    kAbsent,
    kIs,
    kValue,
    kFloat,
    kTensor,
    kTuple,
    kContent,
    kNumber
  };
  bool HoldsAll(PyObject* value) const;
  bool HoldsInOrder(PyObject* value) const;

  Kind kind_;
  pybind11::object object_;  // identity, or what to be equal to
  PyTypeObject* type_ = nullptr;
  std::string bits_;  // of floats and complex numbers
  std::vector<Expected> parts_;
  DataType dtype_ = DataType::kUndefined;
  DDim dims_;
  bool requires_grad_ = false, persistable_ = false, bare_ = false;
};

// A place that can be looked at again.
class Spot {
 public:
  Spot(pybind11::handle kind, pybind11::handle holder, pybind11::handle key);
  // A new reference, or null where there is nothing.
  PyObject* Fetch() const;
  int Visit(visitproc visit, void* arg) const;

 private:
  enum Kind {
    kItem,
    kAttr,
    kClass,
    kOwn,
    kCell,
    kContent,
    kFunction,
    kRegistry,
    kSpecial,
    kPart
  };
  bool HasSameSpecials() const;

  Kind kind_;
  pybind11::object holder_, key_;
  std::vector<Spot> whole_;       // what holds the tuple: one, or none
  Py_ssize_t index_ = -1;         // of an element
  mutable uint32_t version_ = 0;  // of a class that was found the same
};

// Holds what it points to: other threads may drop it while a program runs.
class Held {
 public:
  Held() = default;
  ~Held() {
    for (PyObject* o : items_) Py_XDECREF(o);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  void Take(PyObject* o) { items_.push_back(o); }
  void Add(PyObject* borrowed) { items_.push_back(Py_NewRef(borrowed)); }
  const std::vector<PyObject*>& items() const { return items_; }

 private:
  std::vector<PyObject*> items_;
};

// The structure of arguments (paddle/jit/vm/arguments.py).
class ArgumentSpec {
 public:
  explicit ArgumentSpec(pybind11::handle data);
  // False: it has parts that only the reference implementation knows.
  bool simple() const { return simple_; }
  // Adds the tensors among the arguments to `tensors`, and the numbers that may
  // be any to `numbers`.
  bool Matches(PyObject* args, PyObject* kwargs, Held* tensors,
               Held* numbers) const;
  int Visit(visitproc visit, void* arg) const;

 private:
  struct Node {
    int Visit(visitproc visit, void* arg) const;
    bool leaf = false, again = false;
    PyTypeObject* type = nullptr;
    std::vector<Expected> expected;  // of a leaf: one
    std::vector<Node> parts;
  };
  Node Read(pybind11::handle data);
  struct Found {
    Held *tensors, *numbers;
    std::vector<PyObject*> seen;  // lists and dicts
  };
  static bool Match(const Node& node, PyObject* value, Found* found);

  Node args_, kwargs_;
  bool simple_ = true;
};

}  // namespace paddle::python
