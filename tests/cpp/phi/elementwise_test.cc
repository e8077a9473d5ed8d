// The drivers of elementwise kernels against plain loops: broadcasting,
// strides, conversion, copies.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "core/thread_pool.h"
#include "ops/generated/ops.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

// The value at a multi-index as a double.
double At(const DenseTensor& t, const int64_t* index) {
  int64_t offset = 0;
  for (int a = 0; a < t.rank(); ++a) offset += index[a] * t.strides[a];
  double value = 0;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    const T v = t.Data<T>()[offset];
    if constexpr (kIsComplexType<T>)
      value = v.real();
    else if constexpr (kIsNarrow<T>)
      value = static_cast<float>(v);
    else
      value = static_cast<double>(v);
  });
  return value;
}

template <typename F>
void ForEachIndex(const DDim& dims, F f) {
  int64_t index[kMaxRank] = {};
  for (int64_t i = 0; i < Product(dims); ++i) {
    int64_t rest = i;
    for (int a = dims.rank() - 1; a >= 0; --a) {
      index[a] = rest % dims[a];
      rest /= dims[a];
    }
    f(index);
  }
}

// A tensor whose axes lie in memory in the order given, with small integers.
Var Make(const DDim& dims, const std::vector<int>& order, DataType dtype,
         int seed, int64_t gap = 1) {
  DDim stored;
  for (int a : order) stored.push_back(dims[a]);
  if (!stored.empty()) stored[stored.rank() - 1] *= gap;
  Var base = EmptyTensor(stored, dtype);
  std::mt19937 random(seed);
  VisitDataType(dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < base->numel; ++i) {
      const int v = static_cast<int>(random() % 7) + 1;
      if constexpr (kIsComplexType<T>)
        base->Data<T>()[i] = T(v);
      else if constexpr (kIsNarrow<T>)
        base->Data<T>()[i] = T(static_cast<float>(v));
      else
        base->Data<T>()[i] = static_cast<T>(v);
    }
  });
  Var view = Alias(*base);
  view->dims = dims;
  int64_t step = gap;
  for (int i = dims.rank() - 1; i >= 0; --i) {
    view->strides[order[i]] = step;
    step *= dims[order[i]];
  }
  FinishStrides(view.get());
  return view;
}
Var Make(const DDim& dims, DataType dtype, int seed) {
  std::vector<int> order;
  for (int a = 0; a < dims.rank(); ++a) order.push_back(a);
  return Make(dims, order, dtype, seed);
}

double Broadcast(const DenseTensor& t, const DDim& dims, const int64_t* index) {
  int64_t own[kMaxRank];
  const int lead = dims.rank() - t.rank();
  for (int a = 0; a < t.rank(); ++a) {
    own[a] = t.dims[a] == 1 ? 0 : index[a + lead];
  }
  return At(t, own);
}

void CheckAdd(const Var& x, const Var& y, const std::string& what) {
  const Var out = ops::Add(x, y);
  const DDim dims = BroadcastDims(x.dims(), y.dims(), "test");
  ASSERT_TRUE(out.dims() == dims) << what;
  int wrong = 0;
  ForEachIndex(dims, [&](const int64_t* index) {
    const double want = Broadcast(*x, dims, index) + Broadcast(*y, dims, index);
    wrong += At(*out, index) != want;
  });
  EXPECT_EQ(wrong, 0) << what;
}

[[maybe_unused]] const bool bound = (phi::BindKernels(), true);

TEST(ElementwiseDriver, Broadcasts) {
  const std::vector<std::pair<DDim, DDim>> shapes = {
      {{}, {}},
      {{1}, {}},
      {{5}, {}},
      {{64}, {64}},
      {{63}, {63}},
      {{1000}, {1}},
      {{0, 3}, {3}},
      {{7, 3}, {3}},
      {{300, 3}, {300, 1}},
      {{40, 200}, {200}},
      {{40, 200}, {40, 1}},
      {{3, 5, 4, 4}, {1, 5, 1, 1}},
      {{2, 3, 20, 20}, {1, 3, 1, 1}},
      {{2, 1, 9}, {1, 4, 1}},
      {{33, 1}, {1, 130}},
      {{700, 5}, {5}},
      {{90, 7}, {90, 7}},
  };
  for (DataType dtype :
       {DataType::kFloat32, DataType::kBFloat16, DataType::kFloat16,
        DataType::kFloat64, DataType::kInt8, DataType::kInt64,
        DataType::kComplex64, DataType::kComplex128}) {
    for (const auto& [a, b] : shapes) {
      const std::string what =
          std::string(Name(dtype)) + errors::ToString(a) + errors::ToString(b);
      CheckAdd(Make(a, dtype, 1), Make(b, dtype, 2), what);
      CheckAdd(Make(b, dtype, 1), Make(a, dtype, 2), what);
    }
  }
}

TEST(ElementwiseDriver, Strides) {
  for (DataType dtype : {DataType::kFloat32, DataType::kBFloat16,
                         DataType::kUInt8, DataType::kComplex128}) {
    for (int64_t gap : {1, 3}) {
      const DDim small{3, 4, 5}, large{130, 3, 120};
      for (const DDim& dims : {small, large}) {
        const Var x = Make(dims, {2, 0, 1}, dtype, 1, gap);
        const Var y = Make(dims, {1, 2, 0}, dtype, 2, gap);
        const std::string what = std::string(Name(dtype)) +
                                 errors::ToString(dims) + std::to_string(gap);
        CheckAdd(x, y, what);
        CheckAdd(x, Make(dims, dtype, 3), what);
        CheckAdd(Make({dims[2]}, dtype, 3), y, what);
      }
    }
  }
}

TEST(ElementwiseDriver, LargeTransposed) {
  const std::vector<std::pair<DDim, std::vector<int>>> cases = {
      {{600, 700}, {1, 0}},
      {{3, 520, 600}, {0, 2, 1}},
      {{1, 520, 600}, {2, 1, 0}},
      {{2, 3, 300, 200}, {3, 0, 1, 2}}};
  for (const auto& [dims, order] : cases) {
    const Var x = Make(dims, order, DataType::kFloat32, 1);
    CheckAdd(x, Make(dims, DataType::kFloat32, 2), errors::ToString(dims));
    CheckAdd(Make({dims.back()}, DataType::kFloat32, 2), x,
             errors::ToString(dims));
  }
}

TEST(ElementwiseDriver, Threads) {
  const int before = NumThreads();
  SetNumThreads(3);
  CheckAdd(Make({400, 1000}, DataType::kFloat32, 1),
           Make({400, 1000}, {1, 0}, DataType::kFloat32, 2), "transposed");
  CheckAdd(Make({400, 1000}, DataType::kBFloat16, 1),
           Make({1}, DataType::kBFloat16, 2), "scalar");
  CheckAdd(Make({100000, 3}, DataType::kFloat32, 1),
           Make({3}, DataType::kFloat32, 2), "short rows");
  SetNumThreads(before);
}

TEST(Copy, PermutedAndSpread) {
  for (DataType dtype :
       {DataType::kUInt8, DataType::kFloat16, DataType::kFloat32,
        DataType::kFloat64, DataType::kComplex128}) {
    for (int64_t n : {1, 5, 16, 77, 130}) {
      for (int64_t gap : {1, 2}) {
        for (const auto& order : std::vector<std::vector<int>>{
                 {0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}}) {
          const DDim dims{n, 3, n + 1};
          const Var x = Make(dims, order, dtype, 1, gap);
          const Var copy = ops::Assign(x);
          ASSERT_TRUE(copy->contiguous());
          const Var into = Make(dims, {2, 0, 1}, dtype, 9, gap);
          ops::CopyInto(into, x);
          const Var row = Make({n + 1}, dtype, 4);
          const Var filled = Make(dims, {1, 0, 2}, dtype, 9, gap);
          ops::CopyInto(filled, row);
          int wrong = 0;
          ForEachIndex(dims, [&](const int64_t* index) {
            wrong += At(*copy, index) != At(*x, index);
            wrong += At(*into, index) != At(*x, index);
            wrong += At(*filled, index) != At(*row, index + 2);
          });
          ASSERT_EQ(wrong, 0) << Name(dtype) << errors::ToString(dims) << gap;
        }
      }
    }
  }
}

TEST(Copy, IntoOverlappingMemory) {
  const Var x = Make({4, 6}, DataType::kInt64, 1);
  std::vector<int64_t> before(x->Data<int64_t>(), x->Data<int64_t>() + 24);
  const Var to = Alias(*x), from = Alias(*x);
  to->dims[1] = from->dims[1] = 5;
  FinishStrides(to.get());
  FinishStrides(from.get());
  to->data = x->Data<int64_t>() + 1;  // x[:, 1:] = x[:, :-1]
  ops::CopyInto(to, from);
  for (int r = 0; r < 4; ++r) {
    for (int c = 1; c < 6; ++c) {
      EXPECT_EQ(x->Data<int64_t>()[r * 6 + c], before[r * 6 + c - 1]);
    }
  }
}

TEST(Cast, EveryPairOfTypes) {
  for (int a = 1; a < kNumDataTypes; ++a) {
    for (int b = 1; b < kNumDataTypes; ++b) {
      const auto from = static_cast<DataType>(a), to = static_cast<DataType>(b);
      for (const DDim& dims : {DDim{}, DDim{600}, DDim{20, 31}}) {
        for (bool transposed : {false, true}) {
          const Var x = transposed && dims.rank() == 2
                            ? Make(dims, {1, 0}, from, 1)
                            : Make(dims, from, 1);
          const Var y = ops::Cast(x, to);
          ASSERT_EQ(y.dtype(), to);
          int wrong = 0;
          ForEachIndex(dims, [&](const int64_t* index) {
            double want = At(*x, index);
            if (to == DataType::kBool) want = want != 0;
            wrong += At(*y, index) != want;
          });
          ASSERT_EQ(wrong, 0) << Name(from) << " -> " << Name(to);
        }
      }
    }
  }
}

}  // namespace
}  // namespace paddle
