#include "phi/kernels/cpu/strided.h"

#include <algorithm>

#include "phi/kernels/cpu/vector.h"

namespace paddle::phi::PD_CPU_ISA {

StridedWalk::StridedWalk(const DDim& dims, const int64_t* strides) {
  for (int a = 0; a < dims.rank(); ++a) {
    if (dims[a] == 1) continue;
    const bool merges =
        rank_ > 0 && strides_[rank_ - 1] == strides[a] * dims[a];
    if (!merges) sizes_[rank_++] = 1;
    sizes_[rank_ - 1] *= dims[a];
    strides_[rank_ - 1] = strides[a];
  }
  if (rank_ == 0) {
    sizes_[rank_] = 1;
    strides_[rank_++] = 1;
  }
  for (int a = strides_[0] == 0 ? 1 : 0; a < rank_; ++a) period_ *= sizes_[a];
}

namespace {

// `m` times the same; what lies behind them may be written too, up to `room`.
template <typename T>
PD_INLINE void Repeat(T value, T* to, int64_t m, int64_t room) {
  constexpr int64_t kLanes = 32 / sizeof(T);
  int64_t i = 0;
  for (; i < m && i + kLanes <= room; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) to[i + k] = value;
  }
  for (; i < m; ++i) to[i] = value;
}

}  // namespace

template <typename T>
void StridedWalk::ReadAs(const T* data, int64_t at, int64_t n, T* to) const {
  const int last = rank_ - 1;
  const int64_t inner = sizes_[last], stride = strides_[last];
  int64_t index[kMaxRank];
  for (int a = last; a >= 0; --a) {
    index[a] = at % sizes_[a];
    at /= sizes_[a];
    data += index[a] * strides_[a];
  }
  while (n > 0) {
    const int64_t m = std::min(n, inner - index[last]);
    if (stride == 0) {
      Repeat(*data, to, m, n);
    } else {
      for (int64_t i = 0; i < m; ++i) {
        to[i] = data[i * stride];
        asm volatile("");  // runs are short: no vector prologue
      }
    }
    to += m;
    n -= m;
    // To the start of the next run.
    data -= index[last] * stride;
    index[last] = 0;
    for (int a = last - 1; a >= 0; --a) {
      data += strides_[a];
      if (++index[a] < sizes_[a]) break;
      index[a] = 0;
      data -= strides_[a] * sizes_[a];
    }
  }
}

namespace {
struct Bytes16 {
  int64_t a, b;
};
}  // namespace

void StridedWalk::Read(const char* data, int size, int64_t at, int64_t n,
                       void* to) const {
  auto read = [&]<typename T>(T) {
    ReadAs(reinterpret_cast<const T*>(data), at, n, static_cast<T*>(to));
  };
  switch (size) {
    case 1: return read(uint8_t());
    case 2: return read(uint16_t());
    case 4: return read(uint32_t());
    case 8: return read(uint64_t());
    default: return read(Bytes16());
  }
}

}  // namespace paddle::phi::PD_CPU_ISA
