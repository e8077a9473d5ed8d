// One table of run-time flags. Each is an atomic global, which costs a plain
// load; its environment variable FLAGS_<name> is read when the library loads.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/macros.h"

namespace paddle::flags {

// A flag that is a text. What was read stays valid: old values are kept.
class PADDLE_API Text {
 public:
  constexpr explicit Text(const char*) {}  // empty
  const std::string& load() const;
  void operator=(const std::string& value);  // NOLINT: nothing to return
  bool empty() const { return !value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<const std::string*> value_{nullptr};  // null: empty
};

extern PADDLE_API std::atomic<bool> check_nan_inf;
extern PADDLE_API std::atomic<bool> log_kernel_select;
extern PADDLE_API std::atomic<bool> cudnn_deterministic;
extern PADDLE_API std::atomic<bool> use_cinn;
extern PADDLE_API std::atomic<bool> cinn_check;
extern PADDLE_API std::atomic<bool> cinn_explain;
extern PADDLE_API std::atomic<bool> prim_all;
extern PADDLE_API std::atomic<bool> prim_enable_dynamic;
extern PADDLE_API std::atomic<int64_t> cpu_cache_limit_mb;
extern PADDLE_API std::atomic<int64_t> cpu_isa_level;
extern PADDLE_API Text print_ir;
extern PADDLE_API std::atomic<bool> pass_timing;
extern PADDLE_API Text dump_dir;
extern PADDLE_API std::atomic<bool> enable_auto_recompute;
extern PADDLE_API std::atomic<int64_t> recompute_budget_mb;

using Value = std::variant<bool, int64_t, double, std::string>;

struct Flag {
  const char* name;  // without the prefix FLAGS_
  std::variant<std::atomic<bool>*, std::atomic<int64_t>*, Text*> target;
  Value initial;
  const char* doc;
};

// All flags, in the order of the table in flags.cc.
PADDLE_API const std::vector<Flag>& All();
// `name` with or without the prefix. Raise NotFound (with all names) and
// InvalidArgument (the value does not suit the flag's type).
PADDLE_API Value Get(const std::string& name);
PADDLE_API void Set(const std::string& name, const Value& value);
PADDLE_API void SetFromText(const std::string& name, const std::string& text);

}  // namespace paddle::flags
