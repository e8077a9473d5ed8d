// csr_matmul, csr_entries.
#include <algorithm>
#include <vector>

#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

struct Csr {
  const int64_t *crows, *cols;
  int64_t batch, rows, columns;

  // Raises unless the offsets rise from 0 to the number of entries of a batch
  // and each column exists. Gives where the entries of each batch begin.
  std::vector<int64_t> Check(int64_t entries, const char* op) const {
    std::vector<int64_t> first(batch + 1, 0);
    bool fits = true;
    for (int64_t b = 0; b < batch && fits; ++b) {
      const int64_t* c = crows + b * (rows + 1);
      fits = c[0] == 0;
      for (int64_t r = 0; r < rows && fits; ++r) fits = c[r] <= c[r + 1];
      first[b + 1] = first[b] + c[rows];
      fits = fits && first[b + 1] <= entries;
    }
    PADDLE_ENFORCE(fits && first[batch] == entries,
                   errors::InvalidArgument("%s: `crows` is wrong.", op)
                       .Expected("offsets that rise from 0 to the number of "
                                 "entries, " +
                                 std::to_string(entries))
                       .Received("others"));
    for (int64_t e = 0; e < entries; ++e) {
      PADDLE_ENFORCE(
          cols[e] >= 0 && cols[e] < columns,
          errors::OutOfRange("%s: a value of `cols` is out of range.", op)
              .Expected("[0, " + std::to_string(columns) + ")")
              .Received(std::to_string(cols[e])));
    }
    return first;
  }
};

int64_t Batch(const DenseTensor& y) { return y.rank() == 3 ? y.dims[0] : 1; }

// to[0..n) += v * from[0..n)
template <typename T>
inline void AddRow(T v, const T* from, int64_t n, T* to) {
  for (int64_t j = 0; j < n; ++j) to[j] += v * from[j];
}

template <typename T, typename Context>
void CsrMatmulKernel(const Context&, const DenseTensor& crows,
                     const DenseTensor& cols, const DenseTensor& values,
                     const DenseTensor& y, bool transpose, int64_t columns,
                     DenseTensor* out) {
  const int64_t batch = Batch(y), n = y.dims[y.rank() - 1];
  if (batch == 0) return;
  const Csr m{crows.Data<int64_t>(), cols.Data<int64_t>(), batch,
              crows.numel / batch - 1, columns};
  const std::vector<int64_t> first = m.Check(cols.numel, "csr_matmul");
  const T *v = values.Data<T>(), *from = y.Data<T>();
  T* const to = out->Data<T>();
  std::fill_n(to, out->numel, T(0));
  const int64_t each = n * (cols.numel / std::max<int64_t>(1, batch * m.rows));
  const int64_t grain = std::max<int64_t>(1, 32768 / (each + 1));
  if (!transpose) {
    ParallelFor(batch * m.rows, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t b = i / m.rows, *c = m.crows + i + b;
        for (int64_t e = first[b] + c[0]; e < first[b] + c[1]; ++e) {
          AddRow(v[e], from + (b * columns + m.cols[e]) * n, n, to + i * n);
        }
      }
    });
    return;
  }
  // Rows of the result meet entries of all rows: threads share the columns of
  // y, so that each sum has one order.
  const int64_t blocks = std::max<int64_t>(1, n / 16);
  ParallelFor(blocks, std::max<int64_t>(1, 32768 / (cols.numel + 1)),
              [&](int64_t begin, int64_t end) {
                const int64_t left = begin * 16;
                const int64_t right = end == blocks ? n : end * 16;
                for (int64_t i = 0; i < batch * m.rows; ++i) {
                  const int64_t b = i / m.rows, *c = m.crows + i + b;
                  for (int64_t e = first[b] + c[0]; e < first[b] + c[1]; ++e) {
                    AddRow(v[e], from + i * n + left, right - left,
                           to + (b * columns + m.cols[e]) * n + left);
                  }
                }
              });
}

template <typename T, typename Context>
void CsrEntriesKernel(const Context&, const DenseTensor& crows,
                      const DenseTensor& cols, const DenseTensor& x,
                      const DenseTensor& y, DenseTensor* out) {
  const int64_t batch = Batch(x), k = x.dims[x.rank() - 1];
  if (batch == 0) return;
  const int64_t columns = y.dims[y.rank() - 2];
  const Csr m{crows.Data<int64_t>(), cols.Data<int64_t>(), batch,
              crows.numel / batch - 1, columns};
  const std::vector<int64_t> first = m.Check(cols.numel, "csr_entries");
  const T *left = x.Data<T>(), *right = y.Data<T>();
  T* const to = out->Data<T>();
  const int64_t each = k * (cols.numel / std::max<int64_t>(1, batch * m.rows));
  ParallelFor(batch * m.rows, std::max<int64_t>(1, 32768 / (each + 1)),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  const int64_t b = i / m.rows, *c = m.crows + i + b;
                  for (int64_t e = first[b] + c[0]; e < first[b] + c[1]; ++e) {
                    const T *p = left + i * k,
                            *q = right + (b * columns + m.cols[e]) * k;
                    constexpr int kLanes = 16;
                    T lanes[kLanes] = {}, sum = 0;
                    int64_t j = 0;
                    for (; j + kLanes <= k; j += kLanes) {
                      for (int l = 0; l < kLanes; ++l)
                        lanes[l] += p[j + l] * q[j + l];
                    }
                    for (; j < k; ++j) sum += p[j] * q[j];
                    for (T lane : lanes) sum += lane;
                    to[e] = sum;
                  }
                }
              });
}

PD_REGISTER_KERNEL(csr_matmul, CPU, ALL_LAYOUT, CsrMatmulKernel, float,
                   double) {}
PD_REGISTER_KERNEL(csr_entries, CPU, ALL_LAYOUT, CsrEntriesKernel, float,
                   double) {}

}  // namespace
}  // namespace paddle::phi::PD_CPU_ISA
