#include "phi/kernels/funcs/fft_plan.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <list>
#include <mutex>
#include <numeric>

#include "core/fork_mutex.h"
#include "core/made_at_load.h"

namespace paddle::phi {
namespace {

constexpr double kPi = 3.14159265358979323846;
using Complex = std::complex<double>;

// exp(-2 pi i k / n): the angle is brought to an eighth of the circle exactly.
Complex Root(int64_t k, int64_t n) {
  k %= n;
  const bool lower = 2 * k > n;  // the other half is the conjugate
  if (lower) k = n - k;
  const bool left = 4 * k > n;
  if (left)
    k = n - 2 * k;  // counted in halves from here on
  else
    k = 2 * k;
  const bool steep = 4 * k > n;
  const double angle = kPi * static_cast<double>(steep ? n - 2 * k : 2 * k) /
                       (2 * static_cast<double>(n));
  double c = std::cos(angle), s = std::sin(angle);
  if (steep) std::swap(c, s);
  return {left ? -c : c, lower ? s : -s};
}

template <typename T>
void Push(std::vector<T>* table, Complex v) {
  table->push_back(static_cast<T>(v.real()));
  table->push_back(static_cast<T>(v.imag()));
}

// Radices of n, those with code of their own first; the last is what is left
// over, a prime that may be too large.
std::vector<int64_t> Radices(int64_t n) {
  std::vector<int64_t> list;
  int64_t twos = 0;
  for (; n % 2 == 0; n /= 2) ++twos;
  for (; twos >= 5 || twos == 3; twos -= 3) list.push_back(8);
  for (; twos >= 2; twos -= 2) list.push_back(4);
  if (twos) list.push_back(2);
  for (int64_t p = 3; p * p <= n; p += 2) {
    for (; n % p == 0; n /= p) list.push_back(p);
  }
  if (n > 1) list.push_back(n);
  return list;
}

// In place, n a power of two: for tables only.
void SlowFft(std::vector<Complex>& x) {
  const auto n = static_cast<int64_t>(x.size());
  if (n == 1) return;
  std::vector<Complex> even(n / 2), odd(n / 2);
  for (int64_t i = 0; i < n / 2; ++i) {
    even[i] = x[2 * i];
    odd[i] = x[2 * i + 1];
  }
  SlowFft(even);
  SlowFft(odd);
  for (int64_t k = 0; k < n / 2; ++k) {
    const Complex t = Root(k, n) * odd[k];
    x[k] = even[k] + t;
    x[k + n / 2] = even[k] - t;
  }
}

template <typename T>
void MakeChirp(FftPlan<T>* plan) {
  const int64_t n = plan->n;
  int64_t size = 1;
  while (size < 2 * n - 1) size *= 2;
  plan->convolution = GetFftPlan<T>(size);
  std::vector<Complex> b(size);
  int64_t square = 0;  // k^2 modulo 2 n
  for (int64_t k = 0; k < n; ++k) {
    const Complex root = Root(square, 2 * n);
    Push(&plan->chirp, root);
    b[k] = std::conj(root) / static_cast<double>(size);
    if (k) b[size - k] = b[k];
    square = (square + 2 * k + 1) % (2 * n);
  }
  SlowFft(b);
  for (const Complex& v : b) Push(&plan->chirp_spectrum, v);
}

template <typename T>
std::shared_ptr<FftPlan<T>> MakePlan(int64_t n) {
  auto plan = std::make_shared<FftPlan<T>>();
  plan->n = n;
  const std::vector<int64_t> radices = Radices(n);
  if (!radices.empty() &&
      *std::max_element(radices.begin(), radices.end()) > kLargestRadix) {
    MakeChirp(plan.get());
    plan->order.resize(n);
    std::iota(plan->order.begin(), plan->order.end(), 0);
    return plan;
  }
  int64_t done = 1;
  for (int64_t radix : radices) {
    const int64_t inner = n / done / radix;
    auto& stage = plan->stages.emplace_back();
    stage.radix = static_cast<int>(radix);
    stage.done = done;
    stage.inner = inner;
    for (int64_t k = 0; k < inner; ++k) {
      for (int64_t j = 1; j < radix; ++j) {
        Push(&stage.roots, Root(j * k, radix * inner));
      }
    }
    for (int64_t j = 0; j < radix; ++j) Push(&stage.circle, Root(j, radix));
    done *= radix;
  }
  plan->order.resize(n);
  for (int64_t k = 0; k < n; ++k) {
    int64_t rest = k, at = 0;
    for (const auto& stage : plan->stages) {
      at += rest % stage.radix * stage.inner;
      rest /= stage.radix;
    }
    plan->order[k] = static_cast<int32_t>(at);
  }
  return plan;
}

template <typename T>
std::shared_ptr<FftSplit<T>> MakeSplit(int64_t n) {
  const std::vector<int64_t> radices = Radices(n);
  if (radices.empty() || radices.back() > kLargestRadix) return nullptr;
  auto split = std::make_shared<FftSplit<T>>();
  // The best: both near the root, and whole registers of lines.
  double best = 0;
  for (int64_t rows = 8; rows <= n / 8; ++rows) {
    if (rows * rows > 16 * n) break;
    if (n % rows) continue;
    const int64_t columns = n / rows;
    const double ratio = static_cast<double>(std::min(rows, columns)) /
                         static_cast<double>(std::max(rows, columns));
    const double score =
        ratio * (rows % 16 ? 0.5 : 1) * (columns % 16 ? 0.5 : 1);
    if (score > best) {
      best = score;
      split->rows = rows;
      split->columns = columns;
    }
  }
  if (best < 1.0 / 64) return nullptr;
  split->row_plan = GetFftPlan<T>(split->columns);
  split->column_plan = GetFftPlan<T>(split->rows);
  split->roots.reserve(2 * n);
  for (int64_t r = 0; r < split->rows; ++r) {
    for (int64_t c = 0; c < split->columns; ++c) {
      Push(&split->roots, Root(r * c, n));
    }
  }
  return split;
}

template <typename T>
std::shared_ptr<FftRoots<T>> MakeRoots(int64_t n, int64_t count) {
  auto roots = std::make_shared<FftRoots<T>>();
  for (int64_t k = 0; k < count; ++k) Push(&roots->values, Root(k, n));
  return roots;
}

template <typename T>
int64_t NumbersOf(const FftPlan<T>& plan) {
  return 3 * plan.n + static_cast<int64_t>(plan.chirp_spectrum.size());
}
template <typename T>
int64_t NumbersOf(const FftSplit<T>& split) {
  return static_cast<int64_t>(split.roots.size());
}
template <typename T>
int64_t NumbersOf(const FftRoots<T>& roots) {
  return static_cast<int64_t>(roots.values.size());
}

// The last things made, by their sizes: kKept at most, and no more than
// kNumbers in their tables, but for the last one.
template <typename V>
class Cache {
 public:
  template <typename Make>
  std::shared_ptr<const V> Get(int64_t n, int64_t count, Make&& make) {
    {
      const std::lock_guard<ForkMutex> lock(mutex_);
      for (auto it = items_.begin(); it != items_.end(); ++it) {
        if (it->n != n || it->count != count) continue;
        items_.splice(items_.begin(), items_, it);
        return items_.front().value;
      }
    }
    std::shared_ptr<const V> value = make();  // may ask for others
    const std::lock_guard<ForkMutex> lock(mutex_);
    items_.push_front({n, count, value, value ? NumbersOf(*value) : 0});
    numbers_ += items_.front().numbers;
    while (items_.size() > 1 &&
           (items_.size() > kKept || numbers_ > kNumbers)) {
      numbers_ -= items_.back().numbers;
      items_.pop_back();
    }
    return value;
  }

 private:
  static constexpr size_t kKept = 32;
  static constexpr int64_t kNumbers = int64_t{1} << 24;
  struct Item {
    int64_t n, count;
    std::shared_ptr<const V> value;
    int64_t numbers;  // in its tables
  };
  ForkMutex mutex_;
  std::list<Item> items_;
  int64_t numbers_ = 0;
};

template <typename V>
Cache<V>& CacheOf() {
  static auto* cache = new Cache<V>;
  return *cache;
}
PD_MAKE_AT_LOAD(&CacheOf<FftPlan<float>>(), &CacheOf<FftPlan<double>>(),
                &CacheOf<FftSplit<float>>(), &CacheOf<FftSplit<double>>(),
                &CacheOf<FftRoots<float>>(), &CacheOf<FftRoots<double>>());

}  // namespace

template <typename T>
std::shared_ptr<const FftPlan<T>> GetFftPlan(int64_t n) {
  return CacheOf<FftPlan<T>>().Get(n, 0, [&] { return MakePlan<T>(n); });
}

template <typename T>
std::shared_ptr<const FftSplit<T>> GetFftSplit(int64_t n) {
  return CacheOf<FftSplit<T>>().Get(n, 0, [&] { return MakeSplit<T>(n); });
}

template <typename T>
std::shared_ptr<const FftRoots<T>> GetFftRoots(int64_t n, int64_t count) {
  return CacheOf<FftRoots<T>>().Get(n, count,
                                    [&] { return MakeRoots<T>(n, count); });
}

#define PD_INSTANTIATE(T)                                              \
  template std::shared_ptr<const FftPlan<T>> GetFftPlan<T>(int64_t);   \
  template std::shared_ptr<const FftSplit<T>> GetFftSplit<T>(int64_t); \
  template std::shared_ptr<const FftRoots<T>> GetFftRoots<T>(int64_t, int64_t)
PD_INSTANTIATE(float);
PD_INSTANTIATE(double);

}  // namespace paddle::phi
