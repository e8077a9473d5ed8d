// Which tensors may be one memory in eager code, where branches and loops
// decide.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "jit/tracer.h"

namespace paddle::jit {

namespace {

// Storages in groups that may be one.
class Groups {
 public:
  using Pairs = std::vector<std::pair<Storage*, Storage*>>;
  explicit Groups(const Pairs& pairs) {
    for (const auto& [a, b] : pairs) {
      parent_.try_emplace(a, a);
      parent_.try_emplace(b, b);
      parent_[Find(a)] = Find(b);
    }
  }
  bool Has(const Storage* s) const { return parent_.count(s) > 0; }
  const Storage* Find(const Storage* s) const {
    while (parent_.at(s) != s) s = parent_.at(s);
    return s;
  }

 private:
  std::unordered_map<const Storage*, const Storage*> parent_;
};

}  // namespace

// After a branch or a loop `result` may be the memory `outside`: which way was
// gone is not known here.
void Tracer::MayShare(Storage* result, Storage* outside) {
  if (internal || !outside || result == outside) return;
  if (care_.callers) RefuseToShare(outside);
  const std::pair<Storage*, Storage*> pair(result, outside);
  const auto end = may_share_.end();
  if (std::find(may_share_.begin(), end, pair) != end) return;
  may_share_.push_back(pair);
  for (Storage* s : {result, outside}) {
    const bool told = IsPending(*s) && PendingOf(*s).recorder == this;
    if (!told) shared_outside_.emplace_back(s);
  }
}

bool Tracer::MayBeOne(const Storage* a, const Storage* b) const {
  if (may_share_.empty() || a == b) return false;
  const Groups groups(may_share_);
  return groups.Has(a) && groups.Has(b) && groups.Find(a) == groups.Find(b);
}

// What may be one memory with it may still be one memory with each other.
void Tracer::ForgetSharing(const Storage* storage) {
  if (may_share_.empty()) return;
  std::vector<Storage*> others;
  std::erase_if(may_share_, [&](const auto& pair) {
    if (pair.first != storage && pair.second != storage) return false;
    others.push_back(pair.first == storage ? pair.second : pair.first);
    return true;
  });
  for (size_t i = 1; i < others.size(); ++i) {
    if (others[i] == others[0]) continue;
    may_share_.emplace_back(others[0], others[i]);
    may_share_.emplace_back(others[i], others[0]);  // either may be outside
  }
}

bool Tracer::IsOutside(Storage* s) const {
  if (std::any_of(hidden_.begin(), hidden_.end(),
                  [s](const Var& v) { return v->storage == s; })) {
    return false;
  }
  const auto at = memory_.find(s);
  return at == memory_.end() || at->second.owner;
}

// The same of the whole program, also where a region is open.
bool Tracer::IsCallers(Storage* s) const {
  for (const Level& level : levels_) {  // the outermost first
    const auto at = level.memory.find(s);
    if (at != level.memory.end()) return at->second.owner && IsOutside(s);
  }
  return IsOutside(s);
}

void Tracer::RefuseToShare(Storage* outside) const {
  if (outside && (IsOutside(outside) || care_.all)) {
    throw CaptureBreak("a result may be a tensor that is written later");
  }
}

// Before anything is noted of a branch or a loop: what is noted stays, and
// draws its random numbers.
void Tracer::RefuseSharing(const Region& region) const {
  if (internal || !(care_.callers || care_.branches)) return;
  for (size_t i = 0; i < region.num_results; ++i) {
    if (region.shown[i]) RefuseToShare(region.shown[i]->storage);
    if (!care_.callers) continue;
    for (const StorageRef& s : region.may_show[i]) RefuseToShare(s.get());
  }
  if (care_.all && !region.together.empty()) {
    throw CaptureBreak("two results may be one tensor that is written later");
  }
}

// The same where what the region writes could not be written behind it.
void Tracer::RefuseWrites(const Region& region,
                          const std::vector<Var>& init) const {
  for (const StorageRef& written : region.written) {
    const auto is = [&](const Storage* s) { return s == written.get(); };
    bool shared = std::any_of(
        may_share_.begin(), may_share_.end(),
        [&](const auto& pair) { return is(pair.first) || is(pair.second); });
    for (const Var& v : init) shared |= is(v->storage);
    for (size_t i = 0; i < region.num_results; ++i) {
      shared |= region.shown[i] && is(region.shown[i]->storage);
      for (const StorageRef& s : region.may_show[i]) shared |= is(s.get());
    }
    if (shared) {
      throw CaptureBreak(
          "a tensor of outside is written that may be a result, too");
    }
  }
}

void Tracer::RefuseShared(const DenseTensor& t) {
  DropSaved();
  for (const auto& [a, b] : may_share_) {
    if (a != t.storage && b != t.storage) continue;
    wrote_shared_ = levels_.empty() || care_.again;
    throw CaptureBreak(
        "a tensor is written in place that may share its memory with another, "
        "after a branch or a loop on tensors");
  }
}

bool Tracer::MayBeShared(const std::vector<Var>& results) {
  if (may_share_.empty()) return false;
  DropSaved();
  const Groups groups(may_share_);
  // What of each group can be seen when the capture is over.
  std::unordered_map<const Storage*, std::unordered_set<Storage*>> seen;
  for (const Var& v : results) {
    if (groups.Has(v->storage) && !IsCallers(v->storage)) {
      seen[groups.Find(v->storage)].insert(v->storage);
    }
  }
  for (const auto& pair : may_share_) {
    Storage* s = pair.second;
    const auto at = seen.find(groups.Find(s));
    if (at != seen.end() && IsCallers(s)) at->second.insert(s);
  }
  return std::any_of(seen.begin(), seen.end(),
                     [](const auto& s) { return s.second.size() > 1; });
}

std::optional<std::vector<std::pair<size_t, size_t>>> Tracer::SharedPairs(
    const std::vector<Var>& results, const std::vector<Var>& sources) {
  DropSaved();
  std::vector<std::pair<size_t, size_t>> pairs;
  const Groups groups(may_share_);
  const auto same = [&](const Var& a, const Var& b) {
    return a->storage != b->storage &&
           !(IsCallers(a->storage) && IsCallers(b->storage)) &&
           groups.Has(a->storage) && groups.Has(b->storage) &&
           groups.Find(a->storage) == groups.Find(b->storage);
  };
  for (size_t i = 0; i < results.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (results[i].get() != results[j].get() &&
          same(results[i], results[j])) {
        pairs.emplace_back(i, j);
      }
    }
    for (size_t j = 0; j < sources.size(); ++j) {
      if (same(results[i], sources[j]))
        pairs.emplace_back(i, results.size() + j);
    }
    for (const StorageRef& s : MayBe(results[i]->storage)) {
      if (!IsPending(*s.get()) &&
          std::none_of(sources.begin(), sources.end(),
                       [&](const Var& v) { return v->storage == s.get(); })) {
        return std::nullopt;
      }
    }
  }
  return pairs;
}

std::vector<StorageRef> Tracer::MayBe(Storage* result) const {
  std::vector<StorageRef> found;
  const Groups groups(may_share_);
  if (!groups.Has(result)) return found;
  std::unordered_set<Storage*> looked_at;
  for (const auto& pair : may_share_) {
    Storage* s = pair.second;
    if (!looked_at.insert(s).second) continue;
    const auto at = memory_.find(s);
    const bool redirected = at != memory_.end() && at->second.redirected;
    if ((redirected || IsOutside(s)) && groups.Find(s) == groups.Find(result))
      found.emplace_back(s);
  }
  return found;
}

void Tracer::NoteSharing(const Region& region, size_t first,
                         const std::vector<Var>& results) {
  for (size_t i = 0; i < results.size(); ++i) {
    Storage* result = results[i]->storage;
    const Var& shown = region.shown[first + i];
    if (shown) MayShare(result, shown->storage);
    for (const StorageRef& s : region.may_show[first + i]) {
      MayShare(result, s.get());
    }
  }
  for (const auto& [a, b] : region.together) {
    if (a < first) continue;
    MayShare(results[b - first]->storage, results[a - first]->storage);
  }
}

}  // namespace paddle::jit
