// The code of docs/guide/add-an-operator.md and add-a-kernel.md, compiled and
// run. tests/lint/guides_test.py holds the pages against this file. It is a
// program of its own: a record must be there before the registry is first read.

// log_cosh: log(cosh(x)) without overflow.
#include "ops/rules.h"

namespace paddle {

PD_OP(log_cosh)
    .Schema("(Tensor x) -> Tensor out")
    .Doc(R"(
        log(cosh(x)) of each element, computed so that large x do not overflow.
        >>> x = paddle.to_tensor([0.0, 100.0])
        >>> paddle.log_cosh(x).tolist()
        [0.0, 99.3069])")
    .Elementwise(kFloats)
    .Decompose([](const Args& a) -> VarList {
      const Var x = a.tensor(0);  // no |x|: its kink has no second gradient
      return {ops::Logaddexp(x, x * -1.0) - 0.6931471805599453};
    });

}  // namespace paddle

#include "phi/kernel_registry.h"

namespace paddle::phi {

template <typename T, typename Context>
void LogCoshKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  const T* from = x.Data<T>();
  T* to = out->Data<T>();
  for (int64_t i = 0; i < x.numel; ++i) {
    const T m = std::abs(from[i]);
    to[i] = m + std::log1p(std::exp(-2 * m)) - T(0.6931471805599453);
  }
}
PD_REGISTER_KERNEL(log_cosh, CPU, ALL_LAYOUT, LogCoshKernel, float, double) {}

}  // namespace paddle::phi

#include "eager/engine.h"
#include "ops/call.h"
#include "ops/op_doc.h"
#include "ops/test_util.h"

namespace paddle {
namespace {

TEST(Guide, TheOperatorRunsByItsKernelAndByItsDecomposition) {
  const OpDef& op = GetOp("log_cosh");
  const Var x = testing::Random({300}, 1);
  const Var expected = ops::Log(ops::Cosh(x));
  testing::ExpectNear(ops::Call(op, x), expected, 1e-5);
  Args args(op);
  args.SetTensor(args.size++, x.get());
  testing::ExpectNear(op.decompose(args)[0], expected, 1e-5);
}

TEST(Guide, ItsDocstringIsMadeOfTheRecord) {
  EXPECT_EQ(
      Docstring(GetOp("log_cosh"), "log_cosh"),
      R"(log(cosh(x)) of each element, computed so that large x do not overflow.

Args:
    x (Tensor of float)

Returns:
    Tensor: Of the shape and dtype of `x`.

Raises:
    TypeError: `x` has another dtype.

Examples:
    >>> import paddle
    >>> x = paddle.to_tensor([0.0, 100.0])
    >>> paddle.log_cosh(x).tolist()
    [0.0, 99.3069]
)");
}

}  // namespace
}  // namespace paddle
