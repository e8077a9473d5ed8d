// Tensors made from numbers: fills, ranges, the identity.
#include <cmath>
#include <cstring>

#include "phi/kernels/cpu/elementwise.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

void FillWith(const Scalar& value, DenseTensor* out) {
  const int size = static_cast<int>(SizeOf(out->dtype));
  alignas(16) char bytes[16] = {};
  VisitDataType(out->dtype, [&]<typename T>(T) {
    const T v = value.To<T>();
    std::memcpy(bytes, &v, sizeof(T));
  });
  char* data = out->Data<char>();
  ParallelFor(out->numel, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    Fill(bytes, data + begin * size, end - begin, size);
  });
}
void FillZero(DenseTensor* out) {
  char* data = out->Data<char>();
  ParallelFor(static_cast<int64_t>(out->bytes()), 128 << 10,
              [&](int64_t begin, int64_t end) {
                std::memset(data + begin, 0, end - begin);
              });
}

void ZerosKernel(const DeviceContext&, IntArray, DataType, DenseTensor* out) {
  FillZero(out);
}
void OnesKernel(const DeviceContext&, IntArray, DataType, DenseTensor* out) {
  FillWith(Scalar(int64_t{1}), out);
}
void EmptyKernel(const DeviceContext&, IntArray, DataType, DenseTensor*) {}
void FullLikeKernel(const DeviceContext&, const DenseTensor&, Scalar value,
                    DataType, DenseTensor* out) {
  FillWith(value, out);
}
void ZerosLikeKernel(const DeviceContext&, const DenseTensor&, DataType,
                     DenseTensor* out) {
  FillZero(out);
}
void OnesLikeKernel(const DeviceContext&, const DenseTensor&, DataType,
                    DenseTensor* out) {
  FillWith(Scalar(int64_t{1}), out);
}
void EmptyLikeKernel(const DeviceContext&, const DenseTensor&, DataType,
                     DenseTensor*) {}

template <typename T, typename F>
void Generate(DenseTensor* out, F&& f) {
  T* data = out->Data<T>();
  ParallelFor(out->numel, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) data[i] = static_cast<T>(f(i));
  });
}

void ArangeKernel(const DeviceContext&, Scalar start, Scalar end, Scalar step,
                  DataType, DenseTensor* out) {
  if (!end.has_value()) start = Scalar(int64_t{0});
  const bool integral = start.IsIntegral() && step.IsIntegral();
  const uint64_t first = static_cast<uint64_t>(start.ToInt());
  const uint64_t by = static_cast<uint64_t>(step.ToInt());
  const double a = start.ToDouble(), b = step.ToDouble();
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T>) {
      if (integral) {
        Generate<T>(out, [=](int64_t i) {
          return static_cast<int64_t>(first + by * static_cast<uint64_t>(i));
        });
        return;
      }
    }
    if constexpr (kIsComplexType<T>) {
      using R = typename T::value_type;
      Generate<T>(out, [=](int64_t i) {
        return static_cast<R>(a + b * static_cast<double>(i));
      });
    } else if constexpr (kIsNarrow<T>) {
      Generate<T>(out, [=](int64_t i) {
        return static_cast<float>(a + b * static_cast<double>(i));
      });
    } else {
      Generate<T>(out,
                  [=](int64_t i) { return a + b * static_cast<double>(i); });
    }
  });
}

// From both ends, so that the last is exact.
struct Spacing {
  double start, stop, step;
  int64_t num;
  double At(int64_t i) const {
    return i < num / 2 ? start + step * static_cast<double>(i)
                       : stop - step * static_cast<double>(num - 1 - i);
  }
};
Spacing Spaced(const Scalar& start, const Scalar& stop, int64_t num) {
  const double a = start.ToDouble(), b = stop.ToDouble();
  if (num == 1) return {a, a, 0, 1};
  return {a, b, (b - a) / static_cast<double>(num - 1), num};
}

template <typename F>
void GenerateFloat(DenseTensor* out, F&& f) {
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (kIsNarrow<T>) {
      Generate<T>(out, [&](int64_t i) { return static_cast<float>(f(i)); });
    } else if constexpr (kIsComplexType<T>) {
      using R = typename T::value_type;
      Generate<T>(out, [&](int64_t i) { return static_cast<R>(f(i)); });
    } else {
      Generate<T>(out, f);
    }
  });
}

void LinspaceKernel(const DeviceContext&, Scalar start, Scalar stop,
                    int64_t num, DataType, DenseTensor* out) {
  const Spacing s = Spaced(start, stop, num);
  GenerateFloat(out, [&](int64_t i) { return s.At(i); });
}
void LogspaceKernel(const DeviceContext&, Scalar start, Scalar stop,
                    int64_t num, Scalar base, DataType, DenseTensor* out) {
  const Spacing s = Spaced(start, stop, num);
  const double b = base.ToDouble();
  GenerateFloat(out, [&](int64_t i) { return std::pow(b, s.At(i)); });
}

void EyeKernel(const DeviceContext&, int64_t, Scalar, DataType,
               DenseTensor* out) {
  FillZero(out);
  const int64_t columns = out->dims[1], n = std::min(out->dims[0], columns);
  VisitDataType(out->dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < n; ++i) {
      out->Data<T>()[i * (columns + 1)] = T(1);
    }
  });
}

template <bool kLower>
void TriangleIndices(int64_t rows, int64_t columns, int64_t offset,
                     DenseTensor* out) {
  const int64_t count = out->dims[1];
  VisitDataType(out->dtype, [&]<typename T>(T) {
    if constexpr (std::is_integral_v<T>) {
      T* at = out->Data<T>();
      int64_t k = 0;
      for (int64_t i = 0; k < count && i < rows; ++i) {
        const int64_t first = i + offset + (kLower ? 1 : 0);
        const int64_t cut = std::min(std::max<int64_t>(first, 0), columns);
        for (int64_t j = kLower ? 0 : cut; j < (kLower ? cut : columns); ++j) {
          at[k] = static_cast<T>(i);
          at[count + k++] = static_cast<T>(j);
        }
      }
    }
  });
}
void TrilIndicesKernel(const DeviceContext&, int64_t rows, Scalar columns,
                       int64_t offset, DataType, DenseTensor* out) {
  TriangleIndices<true>(rows, columns.has_value() ? columns.ToInt() : rows,
                        offset, out);
}
void TriuIndicesKernel(const DeviceContext&, int64_t rows, Scalar columns,
                       int64_t offset, DataType, DenseTensor* out) {
  TriangleIndices<false>(rows, columns.has_value() ? columns.ToInt() : rows,
                         offset, out);
}

void TakeIndexKernel(const DeviceContext&, const DenseTensor& index,
                     int64_t size, bool clip, DenseTensor* out) {
  PADDLE_ENFORCE(size > 0 || out->numel == 0,
                 errors::OutOfRange("take: the tensor is empty."));
  VisitDataType(index.dtype, [&]<typename I>(I) {
    if constexpr (std::is_integral_v<I>) {
      const I* from = index.Data<I>();
      Generate<int64_t>(out, [=](int64_t i) {
        const auto v = static_cast<int64_t>(from[i]);
        if (clip) return std::min(std::max<int64_t>(v, 0), size - 1);
        return (v % size + size) % size;
      });
    }
  });
}

}  // namespace

PD_REGISTER_ANY_TYPE_KERNEL(zeros, CPU, ZerosKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(ones, CPU, OnesKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(empty, CPU, EmptyKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(full_like, CPU, FullLikeKernel) {
  options.strided = true;
}
PD_REGISTER_ANY_TYPE_KERNEL(zeros_like, CPU, ZerosLikeKernel) {
  options.strided = true;
}
PD_REGISTER_ANY_TYPE_KERNEL(ones_like, CPU, OnesLikeKernel) {
  options.strided = true;
}
PD_REGISTER_ANY_TYPE_KERNEL(empty_like, CPU, EmptyLikeKernel) {
  options.strided = true;
}
PD_REGISTER_ANY_TYPE_KERNEL(arange, CPU, ArangeKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(linspace, CPU, LinspaceKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(logspace, CPU, LogspaceKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(eye, CPU, EyeKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(tril_indices, CPU, TrilIndicesKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(triu_indices, CPU, TriuIndicesKernel) {}
PD_REGISTER_ANY_TYPE_KERNEL(take_index, CPU, TakeIndexKernel) {}

}  // namespace paddle::phi::PD_CPU_ISA
