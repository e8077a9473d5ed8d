#include <cstring>

#include "phi/kernel_registry.h"
#include "phi/kernels/funcs/value_stack.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

template <typename T, typename Context>
void StackCreateKernel(const Context&, DenseTensor* out) {
  SetEmptyStack(out);
}

template <typename T, typename Context>
void StackPushKernel(const Context&, const DenseTensor& stack,
                     const DenseTensor& x, DenseTensor* out) {
  SetPushed(stack, x, out);
}

template <typename T, typename Context>
void StackPopKernel(const Context&, const DenseTensor& stack,
                    IntArray /*shape*/, DataType /*dtype*/, DenseTensor* out,
                    DenseTensor* rest) {
  const Var top = TopAndRest(stack, rest);
  PADDLE_ENFORCE(top->dims == out->dims && top->dtype == out->dtype,
                 errors::InvalidArgument("stack_pop: the tensor on top is "
                                         "another one.")
                     .Shapes({{"top", top->dims}, {"expected", out->dims}}));
  if (top->bytes()) std::memcpy(out->data, top->data, top->bytes());
}

template <typename T, typename Context>
void StackReadKernel(const Context&, const DenseTensor& stack, IntArray shape,
                     DataType dtype, DenseTensor* out) {
  const std::vector<Var> all = AllOf(stack);
  DDim dims(shape);
  dims.insert(0, static_cast<int64_t>(all.size()));
  Var result = EmptyTensor(dims, dtype, out->place);
  char* to = static_cast<char*>(result->data);
  for (const Var& v : all) {
    PADDLE_ENFORCE(v->dims == DDim(shape) && v->dtype == dtype,
                   errors::InvalidArgument("stack_read: a tensor is another "
                                           "one.")
                       .Shapes({{"found", v->dims}}));
    if (v->bytes()) std::memcpy(to, v->data, v->bytes());
    to += v->bytes();
  }
  std::swap(out->storage, result->storage);
  std::swap(out->data, result->data);
  out->dims = dims;
  SetContiguous(out);
}

PD_REGISTER_KERNEL(stack_create, CPU, ALL_LAYOUT, StackCreateKernel, uint8_t) {}
PD_REGISTER_KERNEL(stack_push, CPU, ALL_LAYOUT, StackPushKernel, uint8_t) {}
PD_REGISTER_KERNEL(stack_pop, CPU, ALL_LAYOUT, StackPopKernel, uint8_t) {}
PD_REGISTER_KERNEL(stack_read, CPU, ALL_LAYOUT, StackReadKernel, uint8_t) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
