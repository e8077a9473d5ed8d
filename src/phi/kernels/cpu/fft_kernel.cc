// fft_c2c, fft_r2c, fft_c2r: one axis after the other.
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "phi/kernel_registry.h"
#include "phi/kernels/cpu/fft_long.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

constexpr int64_t kLongLine = 8192;         // numbers that leave the L2 cache
constexpr int64_t kChunkBytes = 512 << 10;  // stays in it from axis to axis

// A contiguous tensor around the axis of a task: [outer, axis, inner].
template <typename T>
void RunAxis(const FftTask<T>& task, const T* in, T* out, int64_t outer,
             int64_t inner) {
  constexpr int64_t kLanes = kVecLanes<T>;
  const int64_t lines = outer * inner, size = task.size();
  const int64_t in_block = task.in_length() * inner * task.in_reals();
  const int64_t out_block = task.out_length() * inner * task.out_reals();
  const Lines from{inner * task.in_reals(),
                   inner == 1 ? in_block : task.in_reals()};
  const Lines to{inner * task.out_reals(),
                 inner == 1 ? out_block : task.out_reals()};
  if (size >= kLongLine || (4 * lines <= kLanes && size >= 128)) {
    const auto run = [&](int64_t i) {
      const int64_t o = i / inner, k = i % inner;
      RunLine(task, in + o * in_block + k * task.in_reals(), from.step,
              out + o * out_block + k * task.out_reals(), to.step);
    };
    if (lines >= NumThreads()) {
      ParallelFor(lines, 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) run(i);
      });
    } else {
      for (int64_t i = 0; i < lines; ++i) run(i);
    }
    return;
  }
  // Lines that lie side by side are taken within their block.
  const int64_t block = inner == 1 ? lines : inner;
  const int64_t groups = (block + kLanes - 1) / kLanes;
  const int64_t buffer = task.buffer();
  ParallelFor(lines / block * groups, std::max<int64_t>(1, 1024 / buffer),
              [&](int64_t begin, int64_t end) {
                const FftBuffers<T> buffers(buffer);
                for (int64_t g = begin; g < end; ++g) {
                  const int64_t o = g / groups, l = g % groups * kLanes;
                  RunLanes(task, in + o * in_block + l * from.lane, from,
                           out + o * out_block + l * to.lane, to,
                           std::min(kLanes, block - l), buffers.a(),
                           buffers.b());
                }
              });
}

int64_t Product(const DDim& dims, int begin, int end) {
  int64_t n = 1;
  for (int i = begin; i < end; ++i) n *= dims[i];
  return n;
}

double ScaleOf(std::string_view norm, bool forward, double count) {
  if (norm == "ortho") return 1 / std::sqrt(count);
  return forward == (norm == "forward") ? 1 / count : 1.0;
}

// The axes in the order in which they are transformed.
std::vector<int> AxesOf(IntArray axes, int rank) {
  std::vector<int> list;
  for (int64_t a : axes) list.push_back(NormalizeAxis(a, rank, "fft"));
  return list;
}

// x of shape `dims` in memory, to `out`; all axes after `lead` leading ones.
template <typename T>
void RunAxes(const std::vector<int>& axes, bool forward, double scale,
             DDim dims, const T* in, T* out) {
  const int rank = dims.rank();
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = axes[i];
    const auto task = MakeFftTask<T>(FftKind::kC2C, dims[axis], forward, true,
                                     i == 0 ? scale : 1.0);
    RunAxis(task, i == 0 ? in : out, out, Product(dims, 0, axis),
            Product(dims, axis + 1, rank));
  }
}

// Calls f(first, count) for pieces of `lead` elements of `bytes` each which
// stay in the cache from one axis to the next; whole registers of them.
template <typename F>
void ForEachChunk(int64_t lead, int64_t bytes, F&& f) {
  constexpr int64_t kLanes = kVecLanes<float>;
  const int64_t fit = kChunkBytes / (bytes + 1);
  const int64_t step =
      fit > kLanes ? fit / kLanes * kLanes : std::max<int64_t>(1, fit);
  const int64_t chunks = (lead + step - 1) / step;
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) {
      f(c * step, std::min(step, lead - c * step));
    }
  };
  if (chunks >= NumThreads()) return ParallelFor(chunks, 1, run);
  run(0, chunks);
}

}  // namespace

template <typename T, typename Context>
void FftC2cKernel(const Context&, const DenseTensor& x, IntArray axes_arg,
                  std::string_view norm, bool forward, DenseTensor* out) {
  using R = typename T::value_type;
  const R* in = reinterpret_cast<const R*>(x.Data<T>());
  R* to = reinterpret_cast<R*>(out->Data<T>());
  if (x.numel == 0) return;
  std::vector<int> axes = AxesOf(axes_arg, x.rank());
  std::sort(axes.rbegin(), axes.rend());
  if (axes.empty()) return void(std::copy_n(in, 2 * x.numel, to));
  double count = 1;
  for (int a : axes) count *= static_cast<double>(x.dims[a]);
  const int64_t lead = Product(x.dims, 0, axes.back());
  const int64_t each = 2 * x.numel / lead;
  ForEachChunk(lead, each * sizeof(R), [&](int64_t first, int64_t n) {
    DDim dims{n};
    std::vector<int> moved;
    for (int i = axes.back(); i < x.rank(); ++i) dims.push_back(x.dims[i]);
    for (int a : axes) moved.push_back(a - axes.back() + 1);
    RunAxes(moved, forward, ScaleOf(norm, forward, count), dims,
            in + first * each, to + first * each);
  });
}
PD_REGISTER_KERNEL(fft_c2c, CPU, ALL_LAYOUT, FftC2cKernel, std::complex<float>,
                   std::complex<double>) {}

template <typename T, typename Context>
void FftR2cKernel(const Context&, const DenseTensor& x, IntArray axes_arg,
                  std::string_view norm, bool forward, bool onesided,
                  DenseTensor* out) {
  if (x.numel == 0) return;
  std::vector<int> axes = AxesOf(axes_arg, x.rank());
  double count = 1;
  for (int a : axes) count *= static_cast<double>(x.dims[a]);
  const int last = axes.back();
  axes.pop_back();
  std::sort(axes.rbegin(), axes.rend());
  const int least = axes.empty() ? last : std::min(last, axes.back());
  const auto task = MakeFftTask<T>(FftKind::kR2C, x.dims[last], forward,
                                   onesided, ScaleOf(norm, forward, count));
  const int64_t lead = Product(x.dims, 0, least);
  const int64_t in_each = x.numel / lead, out_each = 2 * out->numel / lead;
  T* to = reinterpret_cast<T*>(out->data);
  ForEachChunk(lead, out_each * sizeof(T), [&](int64_t first, int64_t n) {
    T* part = to + first * out_each;
    RunAxis(task, x.Data<T>() + first * in_each, part,
            n * Product(x.dims, least, last),
            Product(x.dims, last + 1, x.rank()));
    DDim dims{n};
    std::vector<int> moved;
    for (int i = least; i < x.rank(); ++i) dims.push_back(out->dims[i]);
    for (int a : axes) moved.push_back(a - least + 1);
    RunAxes<T>(moved, forward, 1.0, dims, part, part);
  });
}
PD_REGISTER_KERNEL(fft_r2c, CPU, ALL_LAYOUT, FftR2cKernel, float, double) {}

template <typename T, typename Context>
void FftC2rKernel(const Context&, const DenseTensor& x, IntArray axes_arg,
                  std::string_view norm, bool forward, int64_t n,
                  DenseTensor* out) {
  using R = typename T::value_type;
  if (x.numel == 0) return;
  std::vector<int> axes = AxesOf(axes_arg, x.rank());
  double count = 1;
  for (int a : axes) count *= static_cast<double>(out->dims[a]);
  const int last = axes.back();
  axes.pop_back();
  std::sort(axes.rbegin(), axes.rend());
  const int least = axes.empty() ? last : std::min(last, axes.back());
  const auto task = MakeFftTask<R>(FftKind::kC2R, n, forward, true,
                                   ScaleOf(norm, forward, count));
  const int64_t lead = Product(x.dims, 0, least);
  const int64_t in_each = 2 * x.numel / lead, out_each = out->numel / lead;
  const R* from = reinterpret_cast<const R*>(x.Data<T>());
  R* to = reinterpret_cast<R*>(out->data);
  ForEachChunk(lead, in_each * sizeof(R), [&](int64_t first, int64_t items) {
    const R* part = from + first * in_each;
    const FftBuffer<R> copy(axes.empty() ? 1 : items * in_each);
    if (!axes.empty()) {
      DDim dims{items};
      std::vector<int> moved;
      for (int i = least; i < x.rank(); ++i) dims.push_back(x.dims[i]);
      for (int a : axes) moved.push_back(a - least + 1);
      RunAxes(moved, forward, 1.0, dims, part, copy.data());
      part = copy.data();
    }
    RunAxis(task, part, to + first * out_each,
            items * Product(x.dims, least, last),
            Product(x.dims, last + 1, x.rank()));
  });
}
PD_REGISTER_KERNEL(fft_c2r, CPU, ALL_LAYOUT, FftC2rKernel, std::complex<float>,
                   std::complex<double>) {}

}  // namespace paddle::phi::PD_CPU_ISA
