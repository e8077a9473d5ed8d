// A bounded map from an array of integers to shared objects; the least recently
// used go first. Safe to use from any thread.
#pragma once
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "core/fork_mutex.h"

namespace paddle::cpu {

template <typename Key, typename Value>
class LruCache {
 public:
  explicit LruCache(size_t most) : most_(most) {}

  // The object of `key`, made by `make()` where there is none. Making runs
  // without the lock: two threads may make the same object, one is kept.
  template <typename F>
  std::shared_ptr<const Value> Get(const Key& key, F&& make) {
    {
      std::lock_guard lock(mutex_);
      const auto found = index_.find(key);
      if (found != index_.end()) {
        entries_.splice(entries_.begin(), entries_, found->second);
        return found->second->second;
      }
    }
    std::shared_ptr<const Value> value = make();
    std::lock_guard lock(mutex_);
    if (index_.count(key)) return value;
    entries_.emplace_front(key, value);
    index_[key] = entries_.begin();
    if (entries_.size() > most_) {
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
    return value;
  }

 private:
  struct Hash {
    size_t operator()(const Key& key) const {
      uint64_t h = 0xcbf29ce484222325u;
      for (int64_t v : key) h = (h ^ static_cast<uint64_t>(v)) * 0x100000001b3u;
      return h ^ h >> 29;
    }
  };
  using Entry = std::pair<Key, std::shared_ptr<const Value>>;
  const size_t most_;
  ForkMutex mutex_;
  std::list<Entry> entries_;
  std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> index_;
};

}  // namespace paddle::cpu
