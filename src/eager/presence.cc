#include "eager/presence.h"

#include <algorithm>

#include "ops/builder.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/host_values.h"

namespace paddle {

Presence EitherOf(const Presence& a, const Presence& b) {
  if (a.empty() || b.empty()) return {};
  Presence both = a;
  for (const Var& flag : b) {
    const bool known = std::any_of(a.begin(), a.end(), [&](const Var& o) {
      return o.get() == flag.get();
    });
    if (!known) both.push_back(flag);
  }
  return both;
}

Var FlagOf(const Presence& presence) {
  Var any;
  for (const Var& flag : presence) {
    any = any ? ops::LogicalOr(any, flag) : flag;
  }
  return any;
}

Var Masked(Var g, const Presence& presence) {
  if (presence.empty()) return g;
  return ops::Where(FlagOf(presence), g, ops::Full({}, Scalar(0.0), g->dtype));
}

bool AreSame(const Presence& a, const Presence& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const Var& x, const Var& y) { return x.get() == y.get(); });
}

bool IsThere(const Presence& presence) {
  return presence.empty() ||
         std::any_of(presence.begin(), presence.end(), [](const Var& flag) {
           return *readable(flag)->Data<bool>();
         });
}

}  // namespace paddle
