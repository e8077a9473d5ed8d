#include "backends/cpu/signal_stack.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace paddle::cpu {

namespace {

// Of one thread.
class SignalStack {
 public:
  SignalStack() {
    stack_t now;
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    stack_t own{};
    own.ss_size =
        static_cast<size_t>(std::max<long>(sysconf(_SC_SIGSTKSZ), 64 << 10));
    own.ss_sp = mmap(nullptr, own.ss_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (own.ss_sp == MAP_FAILED) return;  // as it was without one
    if (sigaltstack(&own, nullptr) == 0) {
      memory_ = own.ss_sp;
      size_ = own.ss_size;
    } else {
      munmap(own.ss_sp, own.ss_size);
    }
  }
  ~SignalStack() {
    if (!memory_) return;
    stack_t now;
    if (sigaltstack(nullptr, &now) != 0) return;
    if (now.ss_sp == memory_) {
      if (now.ss_flags & SS_ONSTACK) return;  // a handler ends the thread
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
    munmap(memory_, size_);
  }
  SignalStack(const SignalStack&) = delete;

 private:
  void* memory_ = nullptr;
  size_t size_ = 0;
};

}  // namespace

void EnsureSignalStack() {
  static thread_local const SignalStack stack;
  static_cast<void>(stack);
}

}  // namespace paddle::cpu
