// Reads elements or rows through index tensors: gather in all its forms.
#include <cstring>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/index_reader.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kGrainBytes = 128 << 10;

template <int kBytes>
void GatherFixed(const char* from, const int64_t* offsets, int64_t n,
                 int64_t element, char* to) {
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(to + i * kBytes, from + offsets[i] * element, kBytes);
  }
}

// to[i] = the `bytes` at from + offsets[i] (in elements of size `element`).
void GatherBlocks(const char* from, const int64_t* offsets, int64_t n,
                  int64_t element, int64_t bytes, char* to) {
  switch (bytes) {
    case 1: return GatherFixed<1>(from, offsets, n, 1, to);
    case 2: return GatherFixed<2>(from, offsets, n, element, to);
    case 4: return GatherFixed<4>(from, offsets, n, element, to);
    case 8: return GatherFixed<8>(from, offsets, n, element, to);
    case 16: return GatherFixed<16>(from, offsets, n, element, to);
    case 32: return GatherFixed<32>(from, offsets, n, element, to);
    case 64: return GatherFixed<64>(from, offsets, n, element, to);
    default:
      for (int64_t i = 0; i < n; ++i) {
        std::memcpy(to + i * bytes, from + offsets[i] * element, bytes);
      }
  }
}

void IndexGetKernel(const DeviceContext&, const DenseTensor& x,
                    TensorList indices, IntArray axes, DenseTensor* out) {
  const IndexSet set("index", x, indices, axes);
  const IndexLayout layout(x, axes);
  const int64_t element = static_cast<int64_t>(SizeOf(x.dtype));
  const int64_t outer = layout.before.count();
  const int64_t count = set.count(), inner = layout.after_count;
  const int64_t bytes = inner * element;
  const char* from = x.Data<char>();
  char* to = out->Data<char>();
  std::vector<int64_t> all;  // offsets that several outer rows read
  if (outer > 1 || out->numel == 0) {
    all.resize(count);
    set.Offsets(0, count,
                all.data());  // checks them also where nothing is read
  }
  if (out->numel == 0) return;
  auto run = [&](int64_t row, int64_t begin, int64_t end) {
    const char* base = from + layout.before[row] * element;
    int64_t block[kIndexBlock];
    for (int64_t i = begin; i < end; i += kIndexBlock) {
      const int64_t n = std::min(kIndexBlock, end - i);
      const int64_t* offsets = block;
      if (all.empty()) {
        set.Offsets(i, n, block);
      } else {
        offsets = all.data() + i;
      }
      char* at = to + (row * count + i) * bytes;
      if (layout.after.empty()) {
        GatherBlocks(base, offsets, n, element, bytes, at);
        continue;
      }
      for (int64_t k = 0; k < n; ++k) {
        GatherBlocks(base + offsets[k] * element, layout.after.data(), inner,
                     element, element, at + k * bytes);
      }
    }
  };
  const int64_t grain = std::max<int64_t>(1, kGrainBytes / bytes);
  if (outer == 1) {
    ParallelFor(count, grain, [&](int64_t b, int64_t e) { run(0, b, e); });
  } else {
    ParallelFor(outer, std::max<int64_t>(1, grain / count),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end; ++row) {
                    run(row, 0, count);
                  }
                });
  }
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(index_get, CPU, IndexGetKernel) {
  options.strided = true;
}

}  // namespace paddle::phi::PD_CPU_ISA
