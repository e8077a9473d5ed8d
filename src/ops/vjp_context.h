// What a gradient rule sees: the gradients of the outputs, the tensors it
// saved, shapes of the inputs, attributes. Rules call ops:: on Var, so the
// gradient of a gradient follows.
#pragma once
#include "ops/op_def.h"

namespace paddle {

class PADDLE_API VjpContext {
 public:
  explicit VjpContext(const OpDef& op) : op_(op) {}
  virtual ~VjpContext();
  const OpDef& op() const { return op_; }

  // Operands are the tensors of the call in order, lists flattened.
  virtual int num_operands() const = 0;
  virtual bool needs(int operand) const = 0;
  virtual Var in(int operand) const = 0;  // the record must save it
  virtual const DDim& in_dims(int operand) const = 0;
  virtual DataType in_dtype(int operand) const = 0;
  virtual Place in_place(int operand) const = 0;
  virtual bool has_in(int operand) const = 0;  // an optional tensor was given
  virtual Var out(int i = 0) const = 0;        // the record must save it
  virtual bool has_grad(int i) const = 0;
  // Zeros where nothing flowed into that output.
  virtual Var grad(int i = 0) const = 0;
  virtual const Slot& attr(int arg) const = 0;

  const Slot& at(std::string_view name) const {
    return attr(op_.ArgIndex(name));
  }
  int64_t i(std::string_view name) const { return at(name).i; }
  bool b(std::string_view name) const { return at(name).i != 0; }
  double f(std::string_view name) const { return at(name).f; }
  std::string_view s(std::string_view name) const { return at(name).text; }
  IntArray ints(std::string_view name) const { return at(name).ints; }
  Scalar scalar(std::string_view name) const { return at(name).scalar; }
  DataType dtype(std::string_view name) const {
    return static_cast<DataType>(at(name).i);
  }

 protected:
  const OpDef& op_;
};

}  // namespace paddle
