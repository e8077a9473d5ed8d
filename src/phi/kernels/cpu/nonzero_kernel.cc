// nonzero: the coordinates of all elements that are not 0.
#include <utility>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kPiece = 32768;  // elements counted and written as one

template <typename T>
bool IsNonzero(const T& v) {
  if constexpr (kIsNarrow<T>) {
    return static_cast<float>(v) != 0;
  } else {
    return v != T(0);
  }
}

template <typename T, typename Context>
void NonzeroKernel(const Context&, const DenseTensor& x, DenseTensor* out) {
  const T* data = x.Data<T>();
  const int64_t n = x.numel, pieces = (n + kPiece - 1) / kPiece;
  const int rank = x.rank();
  std::vector<int64_t> start(pieces + 1, 0);
  ParallelFor(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      int64_t count = 0;
      const int64_t stop = std::min(n, (p + 1) * kPiece);
      for (int64_t i = p * kPiece; i < stop; ++i) count += IsNonzero(data[i]);
      start[p + 1] = count;
    }
  });
  for (int64_t p = 0; p < pieces; ++p) start[p + 1] += start[p];
  // Only now is the shape known.
  Var result = EmptyTensor({start[pieces], rank}, DataType::kInt64, out->place);
  int64_t* to = result->Data<int64_t>();
  ParallelFor(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      int64_t* at = to + start[p] * rank;
      const int64_t stop = std::min(n, (p + 1) * kPiece);
      if (rank == 1) {  // written always, kept where the next is further
        const int64_t total = start[p + 1] - start[p];
        for (int64_t i = p * kPiece, k = 0; i < stop && k < total; ++i) {
          at[k] = i;
          k += IsNonzero(data[i]);
        }
        continue;
      }
      for (int64_t i = p * kPiece; i < stop; ++i) {
        if (!IsNonzero(data[i])) continue;
        int64_t rest = i;
        for (int a = rank - 1; a >= 0; --a) {
          at[a] = rest % x.dims[a];
          rest /= x.dims[a];
        }
        at += rank;
      }
    }
  });
  std::swap(out->storage, result->storage);
  std::swap(out->data, result->data);
  out->dims = result->dims;
  SetContiguous(out);
}

}  // namespace

PD_REGISTER_KERNEL(nonzero, CPU, ALL_LAYOUT, NonzeroKernel, bool, uint8_t,
                   int8_t, int16_t, int32_t, int64_t, float16, bfloat16, float,
                   double, complex64, complex128) {}

}  // namespace paddle::phi::PD_CPU_ISA
