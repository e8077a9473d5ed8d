#include "core/dense_tensor.h"

#include <gtest/gtest.h>

#include "ops/generated/ops.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

[[maybe_unused]] const bool bound = (phi::BindKernels(), true);

TEST(DenseTensor, IsContiguousWhenMade) {
  const Var t = EmptyTensor({2, 3, 4}, DataType::kFloat32);
  EXPECT_TRUE(t->contiguous());
  EXPECT_EQ(t->numel, 24);
  EXPECT_EQ(t->strides[0], 12);
  EXPECT_EQ(t->strides[2], 1);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(t->data) % memory::kAlignment, 0u);
}

TEST(DenseTensor, ZeroSizeAndZeroRank) {
  EXPECT_EQ(EmptyTensor({}, DataType::kFloat32)->numel, 1);
  EXPECT_EQ(EmptyTensor({3, 0}, DataType::kFloat32)->numel, 0);
}

TEST(DenseTensor, AliasSharesMemoryAndVersionNotHistory) {
  const Var t = EmptyTensor({4}, DataType::kFloat32);
  t->flags |= kRequiresGrad;
  const Var a = Alias(*t);
  EXPECT_EQ(a->data, t->data);
  EXPECT_FALSE(a->requires_grad());
  EXPECT_TRUE(a->flags & kIsView);
  a->BumpVersion();
  EXPECT_EQ(t->version(), 1u);
}

TEST(DenseTensor, StridesOfViews) {
  Var t = EmptyTensor({6}, DataType::kFloat32);
  Var v = Alias(*t);
  v->dims = {3};
  v->strides[0] = 2;
  FinishStrides(v.get());
  EXPECT_FALSE(v->contiguous());
  EXPECT_EQ(v->numel, 3);
  v->dims = {1};
  FinishStrides(v.get());  // one element lies in any order
  EXPECT_TRUE(v->contiguous());
}

TEST(DenseTensor, MemoryOutlivesTheTensorItWasMadeFor) {
  Var view;
  {
    const Var t = EmptyTensor({1 << 16}, DataType::kFloat32);
    t->Data<float>()[5] = 7;
    view = Alias(*t);
  }
  EXPECT_EQ(view->Data<float>()[5], 7);
}

TEST(DenseTensor, ExternalMemoryIsGivenBackOnceWithItsLastView) {
  static int deleted;
  deleted = 0;
  float data[4] = {1, 2, 3, 4};
  {
    Var a = FromExternal(data, {2, 2}, DDim{1, 2}, DataType::kFloat32,
                         CPUPlace(), data, [](Storage* s) {
                           EXPECT_NE(s->owner, nullptr);
                           ++deleted;
                         });
    EXPECT_FALSE(a->contiguous());
    const Var b = Alias(*a);
    a = Var();
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
}

TEST(DenseTensor, ReshapeIsAView) {
  const Var t = EmptyTensor({2, 6}, DataType::kFloat32);
  const Var r = ops::Reshape(t, {3, 4});
  EXPECT_EQ(r->data, t->data);
  EXPECT_EQ(r->storage, t->storage);
}

TEST(Var, CountsReferences) {
  Var a = EmptyTensor({2}, DataType::kFloat32);
  EXPECT_EQ(a->references.load(), 1);
  {
    const Var b = a;  // NOLINT: the copy is the point
    EXPECT_EQ(a->references.load(), 2);
  }
  EXPECT_EQ(a->references.load(), 1);
  Var c = std::move(a);
  EXPECT_FALSE(a);  // NOLINT: a moved-from Var is empty
  EXPECT_EQ(c->references.load(), 1);
}

}  // namespace
}  // namespace paddle
