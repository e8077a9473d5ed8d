#include <cstring>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainElements = 16384;

// Indices as int64, each in [0, rows).
Var CheckedIds(const DenseTensor& ids, int64_t rows, const char* op) {
  Var v = Var::Share(const_cast<DenseTensor*>(&ids));
  if (ids.dtype != DataType::kInt64) {
    v = EmptyTensor(ids.dims, DataType::kInt64);
    ConvertElements(ids, v.get());
  }
  const int64_t* i = v->Data<int64_t>();
  for (int64_t k = 0; k < v->numel; ++k) {
    PADDLE_ENFORCE(
        i[k] >= 0 && i[k] < rows,
        errors::OutOfRange("%s: an index in `x` is out of range.", op)
            .Expected("0 <= index < " + std::to_string(rows))
            .Received(std::to_string(i[k]) + " at position " +
                      std::to_string(k)));
  }
  return v;
}

}  // namespace

template <typename T, typename Context>
void EmbeddingLookupKernel(const Context&, const DenseTensor& ids,
                           const DenseTensor& weight, int64_t padding_row,
                           DenseTensor* out) {
  const Var rows = CheckedIds(ids, weight.dims[0], "embedding");
  const int64_t* row = rows->Data<int64_t>();
  const int64_t width = weight.dims[1];
  const T* table = weight.Data<T>();
  T* to = out->Data<T>();
  const int64_t grain = std::max<int64_t>(1, kGrainElements / (width + 1));
  ParallelFor(rows->numel, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      if (row[i] == padding_row) {
        std::memset(static_cast<void*>(to + i * width), 0, width * sizeof(T));
      } else {
        std::memcpy(static_cast<void*>(to + i * width), table + row[i] * width,
                    width * sizeof(T));
      }
    }
  });
}
PD_REGISTER_KERNEL(embedding_lookup, CPU, ALL_LAYOUT, EmbeddingLookupKernel,
                   int8_t, uint8_t, int16_t, int32_t, int64_t, float16,
                   bfloat16, float, double, complex64, complex128) {}

// Each thread owns a range of rows, so that no two add to one row.
template <typename T, typename Context>
void EmbeddingGradKernel(const Context&, const DenseTensor& grad,
                         const DenseTensor& ids, int64_t num_rows,
                         int64_t padding_row, DenseTensor* out) {
  using C = ComputeType<T>;
  const Var rows = CheckedIds(ids, num_rows, "embedding_grad");
  const int64_t* row = rows->Data<int64_t>();
  const int64_t width = out->dims[1];
  Var from = Var::Share(const_cast<DenseTensor*>(&grad));
  Var to = Var::Share(out);
  if constexpr (kIsNarrow<T>) {  // summed as float, rounded once
    from = EmptyTensor(grad.dims, DataType::kFloat32);
    ConvertElements(grad, from.get());
    to = EmptyTensor(out->dims, DataType::kFloat32);
  }
  const C* g = from->Data<C>();
  C* sums = to->Data<C>();
  const int64_t threads = NumThreads();
  const int64_t least = std::max<int64_t>(
      (num_rows + threads - 1) / threads,
      kGrainElements * num_rows / (grad.numel + out->numel + 1));
  ParallelFor(num_rows, std::max<int64_t>(1, least),
              [&](int64_t begin, int64_t end) {
                std::fill(sums + begin * width, sums + end * width, C(0));
                for (int64_t i = 0; i < rows->numel; ++i) {
                  if (row[i] < begin || row[i] >= end || row[i] == padding_row)
                    continue;
                  C* sum = sums + row[i] * width;
                  const C* one = g + i * width;
                  for (int64_t k = 0; k < width; ++k) sum[k] += one[k];
                }
              });
  if constexpr (kIsNarrow<T>) ConvertElements(*to, out);
}
PD_REGISTER_KERNEL(embedding_grad, CPU, ALL_LAYOUT, EmbeddingGradKernel,
                   float16, bfloat16, float, double, complex64, complex128) {}

template <typename T, typename Context>
void OneHotKernel(const Context&, const DenseTensor& x, int64_t,
                  DenseTensor* out) {
  const int64_t classes = out->dims.back();
  const Var ids = CheckedIds(x, classes, "one_hot");
  float* to = out->Data<float>();
  std::fill_n(to, out->numel, 0.0f);
  for (int64_t i = 0; i < ids->numel; ++i) {
    to[i * classes + ids->Data<int64_t>()[i]] = 1.0f;
  }
}
PD_REGISTER_KERNEL(one_hot, CPU, ALL_LAYOUT, OneHotKernel, uint8_t, int8_t,
                   int16_t, int32_t, int64_t) {}

}  // namespace paddle::phi::PD_CPU_ISA
