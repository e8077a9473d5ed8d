#include "phi/kernels/funcs/value_stack.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_set>

#include "common/enforce.h"
#include "core/fork_mutex.h"
#include "core/made_at_load.h"

namespace paddle::phi {

struct StackEntry {
  std::atomic<int32_t> references{1};
  Var value;         // empty: the bottom
  StackEntry* rest;  // owned
};

namespace {

// A tensor may have been copied as bytes: only what lives here is a stack.
struct Living {
  ForkMutex mutex;
  std::unordered_set<const void*> entries;
};
Living& AllEntries() {
  static auto* living = new Living;
  return *living;
}
PD_MAKE_AT_LOAD(&AllEntries());

StackEntry* NewEntry(Var value, StackEntry* rest) {
  auto* entry = new StackEntry{{1}, std::move(value), rest};
  Living& all = AllEntries();
  std::lock_guard lock(all.mutex);
  all.entries.insert(entry);
  return entry;
}

void ReleaseEntry(StackEntry* entry) {  // no recursion: loops are long
  while (entry && --entry->references == 0) {
    StackEntry* rest = entry->rest;
    {
      Living& all = AllEntries();
      std::lock_guard lock(all.mutex);
      all.entries.erase(entry);
    }
    delete entry;
    entry = rest;
  }
}

// A new reference.
StackEntry* EntryOf(const DenseTensor& stack) {
  auto* entry = static_cast<StackEntry*>(stack.data);
  Living& all = AllEntries();
  std::lock_guard lock(all.mutex);
  PADDLE_ENFORCE(all.entries.count(entry),
                 errors::InvalidArgument("stack: the tensor is no stack.")
                     .Expected("what stack_create or stack_push gave"));
  ++entry->references;
  return entry;
}

void Show(StackEntry* entry, DenseTensor* to) {
  Var shown = FromExternal(
      entry, to->dims, to->stride_array(), to->dtype, to->place, entry,
      [](Storage* s) { ReleaseEntry(static_cast<StackEntry*>(s->owner)); });
  std::swap(to->storage, shown->storage);
  to->data = entry;
}

}  // namespace

void SetEmptyStack(DenseTensor* to) { Show(NewEntry(Var(), nullptr), to); }

void SetPushed(const DenseTensor& stack, const DenseTensor& x,
               DenseTensor* to) {
  Var copy = EmptyTensor(x.dims, x.dtype, x.place);
  if (x.bytes()) std::memcpy(copy->data, x.data, x.bytes());
  Show(NewEntry(std::move(copy), EntryOf(stack)), to);
}

Var TopAndRest(const DenseTensor& stack, DenseTensor* to) {
  StackEntry* entry = EntryOf(stack);
  struct Guard {
    StackEntry* entry;
    ~Guard() { ReleaseEntry(entry); }
  } guard{entry};
  PADDLE_ENFORCE(entry->value,
                 errors::InvalidArgument("stack_pop: the stack is empty."));
  ++entry->rest->references;
  Show(entry->rest, to);
  return entry->value;
}

std::vector<Var> AllOf(const DenseTensor& stack) {
  StackEntry* entry = EntryOf(stack);
  struct Guard {
    StackEntry* entry;
    ~Guard() { ReleaseEntry(entry); }
  } guard{entry};
  std::vector<Var> all;
  for (; entry->value; entry = entry->rest) all.push_back(entry->value);
  std::reverse(all.begin(), all.end());
  return all;
}

}  // namespace paddle::phi
