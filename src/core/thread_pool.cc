#include "core/thread_pool.h"

#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "common/enforce.h"
#include "core/made_at_load.h"

namespace paddle {
namespace {

constexpr int kMaxThreads = 1024;

thread_local bool in_parallel = false;

int InitialThreads() {
  if (const char* text = std::getenv("OMP_NUM_THREADS")) {
    const int n = std::atoi(text);
    if (n > 0) return std::min(n, kMaxThreads);
  }
  cpu_set_t set;
  const int n = sched_getaffinity(0, sizeof(set), &set) == 0
                    ? CPU_COUNT(&set)
                    : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(n, 1, kMaxThreads);
}

// One job at a time: pieces are taken from a shared counter.
struct Job {
  internal::RangeFn fn;
  void* context;
  int64_t n, piece;
  std::atomic<int64_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;

  void Work() {
    in_parallel = true;
    for (;;) {
      const int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
      if (begin >= n) break;
      try {
        fn(context, begin, std::min(n, begin + piece));
      } catch (...) {
        std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
        next.store(n, std::memory_order_relaxed);
      }
    }
    in_parallel = false;
  }
};

constexpr int kSpins = 2000;  // about 40 us before a worker parks

class Pool {
 public:
  explicit Pool(int workers) {
    // Signals are for the threads of the program.
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
      sigdelset(&blocked, fault);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    for (int i = 0; i < workers; ++i) {
      threads_.emplace_back([this] { Loop(); });
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
      epoch_.fetch_add(1);
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
  }
  int workers() const { return static_cast<int>(threads_.size()); }

  // Waits for the workers that came to help, not for those still asleep.
  void Run(Job* job) {
    job_.store(job, std::memory_order_seq_cst);
    epoch_.fetch_add(1, std::memory_order_seq_cst);
    if (parked_.load(std::memory_order_seq_cst) > 0) {
      std::lock_guard lock(mutex_);
      wake_.notify_all();
    }
    job->Work();
    job_.store(nullptr, std::memory_order_seq_cst);
    for (int spin = 0; active_.load(std::memory_order_seq_cst) > 0; ++spin) {
      if (spin < kSpins) {
        _mm_pause();
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  void Loop() {
    uint64_t seen = 0;
    for (;;) {
      WaitFor(seen);
      seen = epoch_.load(std::memory_order_acquire);
      if (stop_) return;
      // Counted before it looks: Run closes the job before it counts.
      active_.fetch_add(1, std::memory_order_seq_cst);
      if (Job* job = job_.load(std::memory_order_seq_cst)) job->Work();
      active_.fetch_sub(1, std::memory_order_seq_cst);
    }
  }
  void WaitFor(uint64_t seen) {
    for (int spin = 0; spin < kSpins; ++spin) {
      if (epoch_.load(std::memory_order_acquire) != seen) return;
      _mm_pause();
    }
    std::unique_lock lock(mutex_);
    parked_.fetch_add(1, std::memory_order_seq_cst);
    wake_.wait(lock,
               [&] { return epoch_.load(std::memory_order_seq_cst) != seen; });
    parked_.fetch_sub(1, std::memory_order_seq_cst);
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<uint64_t> epoch_{0};
  std::atomic<Job*> job_{nullptr};
  std::atomic<int> active_{0}, parked_{0};
  std::atomic<bool> stop_{false};
};

struct Global {
  std::mutex mutex;  // held while a job runs: other callers run in place
  std::atomic<int> threads{InitialThreads()};
  Pool* pool = nullptr;
};
Global& Get() {
  static auto* global = [] {
    auto* g = new Global;
    // A forked child has none of the parent's threads: it starts a new pool.
    pthread_atfork(nullptr, nullptr, [] {
      Global& child = Get();
      new (&child.mutex) std::mutex;
      child.pool = nullptr;
    });
    return g;
  }();
  return *global;
}
PD_MAKE_AT_LOAD(&Get());

}  // namespace

int NumThreads() { return Get().threads.load(std::memory_order_relaxed); }
bool InParallel() { return in_parallel; }

void SetNumThreads(int n) {
  PADDLE_ENFORCE(n >= 1 && n <= kMaxThreads,
                 errors::InvalidArgument(
                     "set_num_threads: the number of threads is out of range.")
                     .Expected("1 to " + std::to_string(kMaxThreads))
                     .Received(std::to_string(n)));
  Global& g = Get();
  std::lock_guard lock(g.mutex);
  g.threads = n;
  delete std::exchange(g.pool, nullptr);
}

void internal::RunParallel(int64_t n, int64_t grain, RangeFn fn,
                           void* context) {
  Global& g = Get();
  const int threads = g.threads.load(std::memory_order_relaxed);
  if (threads == 1 || in_parallel) return fn(context, 0, n);
  std::unique_lock lock(g.mutex, std::try_to_lock);
  if (!lock) return fn(context, 0, n);
  if (!g.pool) g.pool = new Pool(threads - 1);
  Job job;
  job.fn = fn;
  job.context = context;
  job.n = n;
  // Four pieces a thread even out a machine with other work on it.
  job.piece = std::max(grain, (n + 4 * threads - 1) / (4 * threads));
  g.pool->Run(&job);
  lock.unlock();
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace paddle
