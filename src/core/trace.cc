#include "core/trace.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "core/made_at_load.h"

namespace paddle::trace {

std::atomic<uint8_t> wishes{0};

namespace {

constexpr uint8_t kProfile = kTimes | kShapes | kMemory | kFlops;

std::atomic<uint32_t> session{0};

// Locked by its thread for each event, by others only where a profile ends.
struct Buffer {
  std::mutex mutex;
  Thread thread;
};

struct Buffers {
  std::mutex mutex;
  std::vector<Buffer*> of_session;
  // One of each thread that ever recorded. They stay: a thread that ends gives
  // memory back after its thread_local objects are gone.
  std::vector<std::unique_ptr<Buffer>> all;
};

// Never destroyed: threads may outlive static objects.
Buffers*& All() {
  static auto* buffers = [] {
    // A forked child records nothing, and has none of the other threads, which
    // may have held their locks.
    pthread_atfork(nullptr, nullptr, [] {
      if (!(wishes & kProfile)) return;
      wishes.fetch_and(static_cast<uint8_t>(~kProfile));
      ++session;
      All() = new Buffers;
    });
    return new Buffers;
  }();
  return buffers;
}
PD_MAKE_AT_LOAD(&All());

void Clear(Thread* thread) {
  Thread empty;
  empty.id = thread->id;
  empty.name = thread->name;
  *thread = std::move(empty);
}

std::unique_ptr<Buffer> NewBuffer() {
  auto buffer = std::make_unique<Buffer>();
  buffer->thread.id = syscall(SYS_gettid);
  char name[16] = "";  // the length that the system knows
  if (pthread_getname_np(pthread_self(), name, sizeof(name)) == 0) {
    buffer->thread.name = name;
  }
  return buffer;
}

// Of this thread, among those that `Stop` looks at.
Buffer& Own() {
  static thread_local Buffer* own = nullptr;
  static thread_local const Buffers* list = nullptr;
  static thread_local uint32_t of_session = 0;
  const uint32_t now = Session();
  if (PD_LIKELY(own && of_session == now && list == All())) return *own;
  std::lock_guard lock(All()->mutex);
  if (list != All()) {
    All()->all.push_back(NewBuffer());
    own = All()->all.back().get();
    list = All();
  }
  of_session = now;
  auto& active = All()->of_session;
  if (std::find(active.begin(), active.end(), own) == active.end()) {
    active.push_back(own);
    std::lock_guard own_lock(own->mutex);
    Clear(&own->thread);  // what came too late for the session before
  }
  return *own;
}

void Push(Thread& thread, const Event& event) {
  if (thread.events.size() == kMostEvents) {
    ++thread.dropped;
  } else {
    thread.events.push_back(event);
  }
}

// Storages whose release is noted have a size class below these two, so that
// they take the way of rare storages, which nothing else pays for.
constexpr int32_t kNotedLarge = -2;
constexpr int32_t NotedClass(int32_t c) { return -3 - c; }

void NoteMemory(int64_t bytes, const void* address) {
  Buffer& buffer = Own();
  const MemoryEvent event{Now(), bytes, address, memory::GetStats().allocated,
                          CPUPlace()};
  std::lock_guard lock(buffer.mutex);
  if (buffer.thread.memory.size() == kMostEvents) {
    ++buffer.thread.dropped;
  } else {
    buffer.thread.memory.push_back(event);
  }
}

}  // namespace

int64_t Now() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

uint32_t Session() { return session.load(std::memory_order_relaxed); }

void Start(uint8_t bits) {
  Stop();
  ++session;
  wishes.fetch_or(bits & kProfile);
}

std::vector<Thread> Stop() {
  wishes.fetch_and(static_cast<uint8_t>(~kProfile));
  ++session;
  std::vector<Buffer*> active;
  {
    std::lock_guard lock(All()->mutex);
    active = std::exchange(All()->of_session, {});
  }
  std::vector<Thread> threads;
  for (Buffer* buffer : active) {
    std::lock_guard lock(buffer->mutex);
    threads.emplace_back(std::move(buffer->thread));
    buffer->thread.id = threads.back().id;
    buffer->thread.name = threads.back().name;
    Clear(&buffer->thread);
  }
  return threads;
}

void Add(const Event& event, const std::vector<Operand>& operands) {
  Buffer& buffer = Own();
  std::lock_guard lock(buffer.mutex);
  Thread& thread = buffer.thread;
  Event full = event;
  full.first_operand = static_cast<uint32_t>(thread.operands.size());
  full.num_operands = static_cast<uint32_t>(operands.size());
  thread.operands.insert(thread.operands.end(), operands.begin(),
                         operands.end());
  Push(thread, full);
}

void AddNamed(std::string name, Kind kind, int64_t begin) {
  Buffer& buffer = Own();
  std::lock_guard lock(buffer.mutex);
  auto& names = buffer.thread.names;
  names.push_back(std::make_unique<const std::string>(std::move(name)));
  Push(buffer.thread, {.name = names.back()->c_str(),
                       .begin = begin,
                       .end = Now(),
                       .kind = kind});
}

Scope::~Scope() {
  if (Session() != session_ || !(Wishes() & kTimes)) return;
  event_.end = Now();
  try {
    Add(event_, operands_);
  } catch (const std::bad_alloc&) {  // no room: the call goes before
  }
}

void AllocateNoted(DenseTensor* t, ThreadState& s) {
  AllocateStorage(t, s);
  Storage& storage = *t->storage;
  if (storage.deleter) return;  // of a device: noted by nobody yet
  storage.size_class =
      storage.size_class < 0 ? kNotedLarge : NotedClass(storage.size_class);
  NoteMemory(static_cast<int64_t>(storage.bytes), storage.data);
}

}  // namespace paddle::trace

namespace paddle::internal {

void FreeNotedStorage(Storage* s) {
  using namespace trace;  // NOLINT
  const size_t bytes = s->bytes;
  const void* const address = s->data;
  if (s->size_class == kNotedLarge) {
    memory::FreeLarge(s, bytes + sizeof(Storage));
  } else {
    FreeClass(State(), NotedClass(s->size_class), s);
  }
  if (!(Wishes() & kMemory)) return;
  try {
    NoteMemory(-static_cast<int64_t>(bytes), address);
  } catch (const std::bad_alloc&) {  // no room: the release goes before
  }
}

}  // namespace paddle::internal
