#include "common/flags.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>

#include "common/enforce.h"
#include "common/logging.h"

namespace paddle::flags {

// name, type, default, what it does.
#define PD_FLAGS(X)                                                          \
  X(check_nan_inf, bool, false,                                              \
    "Raise at the first operator whose output holds a NaN or an infinity.")  \
  X(log_kernel_select, bool, false,                                          \
    "Print the kernels considered for each call, and why each was refused.") \
  X(cudnn_deterministic, bool, false,                                        \
    "Choose only deterministic GPU algorithms.")                             \
  X(use_cinn, bool, false, "Compile captured programs with CINN.")           \
  X(cinn_explain, bool, false,                                               \
    "Print which operators CINN computes in one kernel, the bytes that are " \
    "moved, and why others are not part of it.")                             \
  X(cinn_check, bool, false,                                                 \
    "Run each fused kernel beside the operators that it stands for, and "    \
    "raise where its results are wrong.")                                    \
  X(prim_all, bool, false,                                                   \
    "Run composite operators by their decomposition into primitives.")       \
  X(prim_enable_dynamic, bool, false,                                        \
    "Decompose operators of dynamic shape too.")                             \
  X(cpu_cache_limit_mb, int64_t, -1,                                         \
    "Freed CPU memory kept for reuse, in MiB; -1: with what is in use, as "  \
    "much as was once needed, or an eighth of the memory.")                  \
  X(cpu_isa_level, int64_t, 4,                                               \
    "Highest x86-64 level of the CPU kernels: 3 (AVX2) or 4 (AVX-512); "     \
    "read once, when the first operator runs.")                              \
  X(print_ir, std::string, "",                                               \
    "Print captured programs around passes: `all`, `changed` (only where a " \
    "pass changed something), or the name of a pass.")                       \
  X(pass_timing, bool, false, "Print the time that each pass takes.")        \
  X(dump_dir, std::string, "",                                               \
    "Write a numbered folder for each captured program into this one: what " \
    "it is before, between and after the passes, and drawings of it.")       \
  X(explain_recompile, bool, false,                                          \
    "Print why a captured function is captured again: which guard failed.")  \
  X(enable_auto_recompute, bool, true,                                       \
    "Compute cheap results of a captured function again in its backward "    \
    "program, where less has to be saved for it then.")                      \
  X(recompute_budget_mb, int64_t, 0,                                         \
    "How much a captured function may save for its backward program: where " \
    "it would be more, products and convolutions are computed again, too. "  \
    "0: any.")

namespace {
template <typename T>
struct Cell {
  using Held = std::atomic<T>;
};
template <>
struct Cell<std::string> {
  using Held = Text;
};
}  // namespace

#define PD_DEFINE(name, type, initial, doc) Cell<type>::Held name{initial};
PD_FLAGS(PD_DEFINE)
#undef PD_DEFINE

const std::string& Text::load() const {
  static const auto* none = new std::string;
  const std::string* value = value_.load(std::memory_order_acquire);
  return value ? *value : *none;
}

void Text::operator=(const std::string& value) {
  static auto* mutex = new std::mutex;
  static auto* all = new std::set<std::string>;
  std::lock_guard lock(*mutex);
  value_.store(value.empty() ? nullptr : &*all->insert(value).first,
               std::memory_order_release);
}

const std::vector<Flag>& All() {
#define PD_ROW(name, type, initial, doc) \
  Flag{#name, &name, Value(type(initial)), doc},
  static const auto* table = new std::vector<Flag>{PD_FLAGS(PD_ROW)};
#undef PD_ROW
  return *table;
}

namespace {

const Flag& Find(const std::string& name) {
  const std::string prefix = "FLAGS_";
  const std::string bare =
      name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
  for (const Flag& flag : All()) {
    if (bare == flag.name) return flag;
  }
  std::string known;
  for (const Flag& flag : All()) known += " FLAGS_" + std::string(flag.name);
  PADDLE_THROW(errors::NotFound("flag FLAGS_%s does not exist.", bare.c_str())
                   .Expected("one of" + known));
}

[[noreturn]] void BadValue(const Flag& flag, const char* expected) {
  PADDLE_THROW(errors::InvalidArgument(
                   "FLAGS_%s: the value has the wrong type.", flag.name)
                   .Expected(expected));
}

Value Parse(const Flag& flag, const std::string& text) {
  if (std::holds_alternative<Text*>(flag.target)) return text;
  try {
    if (std::holds_alternative<std::atomic<bool>*>(flag.target)) {
      if (text == "1" || text == "true" || text == "True") return true;
      if (text == "0" || text == "false" || text == "False") return false;
      BadValue(flag, "a bool: 1, 0, true or false");
    }
    return int64_t{std::stoll(text)};
  } catch (const std::logic_error&) {
    BadValue(flag, "a number");
  }
}

// A bad environment variable is reported and left out: loading goes on.
[[maybe_unused]] const bool environment_read = [] {
  for (const Flag& flag : All()) {
    const std::string name = std::string("FLAGS_") + flag.name;
    if (const char* text = std::getenv(name.c_str())) {
      try {
        SetFromText(name, text);
      } catch (const Error& e) {
        PD_LOG(WARNING) << e.what();
      }
    }
  }
  return true;
}();

}  // namespace

Value Get(const std::string& name) {
  return std::visit([](auto* target) { return Value(target->load()); },
                    Find(name).target);
}

void Set(const std::string& name, const Value& value) {
  const Flag& flag = Find(name);
  const auto* i = std::get_if<int64_t>(&value);
  if (auto* target = std::get_if<std::atomic<bool>*>(&flag.target)) {
    const auto* b = std::get_if<bool>(&value);
    if (!b && !i) BadValue(flag, "a bool");
    **target = b ? *b : *i != 0;
  } else if (auto* target = std::get_if<Text*>(&flag.target)) {
    const auto* text = std::get_if<std::string>(&value);
    if (!text) BadValue(flag, "a str");
    **target = *text;
  } else {
    if (!i) BadValue(flag, "an int");
    **std::get_if<std::atomic<int64_t>*>(&flag.target) = *i;
  }
}

void SetFromText(const std::string& name, const std::string& text) {
  const Flag& flag = Find(name);
  Set(name, Parse(flag, text));
}

}  // namespace paddle::flags
