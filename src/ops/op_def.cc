#include "ops/op_def.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>

#include "core/fork_mutex.h"
#include "core/made_at_load.h"
#include "ops/late_ops.h"

namespace paddle {
namespace {

std::vector<OpDef*>& Declared() {
  static auto* list = new std::vector<OpDef*>;
  return *list;
}

// What is known of a record only until all are read.
struct Draft {
  std::vector<std::string> saves;
  std::string mistake;
};
std::unordered_map<const OpDef*, Draft>& Drafts() {
  static auto* map = new std::unordered_map<const OpDef*, Draft>;
  return *map;
}

// Registrars run while the library loads, when nobody can catch an exception:
// the first mistake in a record is kept until the records are read.
template <typename F>
void Declare(OpDef* op, F&& part) {
  std::string& mistake = Drafts()[op].mistake;
  if (!mistake.empty()) return;
  try {
    part();
  } catch (const std::exception& e) {
    mistake = e.what();
  }
}

[[noreturn]] void BadRecord(const OpDef& op, const std::string& why) {
  PADDLE_THROW(errors::Fatal("%s:%d: operator `%s`: %s.", op.file, op.line,
                             op.name.c_str(), why.c_str()));
}

void ResolveSaves(OpDef* op, const std::vector<std::string>& saves) {
  for (const std::string& name : saves) {
    const int arg = op->schema.Find(name);
    const auto& outs = op->schema.outs;
    const auto out = std::find(outs.begin(), outs.end(), name);
    if (arg >= 0) {
      op->saves_in |= 1u << arg;
    } else if (out != outs.end()) {
      op->saves_out |= 1u << (out - outs.begin());
    } else {
      BadRecord(*op, "Vjp saves `" + name + "`, which is not in the schema");
    }
  }
}

void FinishRecord(OpDef* op) {
  if (op->schema.text.empty()) BadRecord(*op, "has no Schema");
  if (!op->vjp && !op->decompose && !op->not_differentiable) {
    BadRecord(*op,
              "states no gradient: give Vjp, Decompose or "
              "NotDifferentiable(\"reason\")");
  }
  if (!HasDims(*op) && !op->no_dims) {
    BadRecord(*op,
              "does not say how axes relate: give Dims, Decompose or "
              "NoDims(\"reason\")");
  }
  if (!op->infer && op->dims && !op->decompose) op->infer = InferFromDims;
  if (!op->infer && !op->decompose) BadRecord(*op, "has no Dims or InferMeta");
  if (op->schema.args.size() > Args::kMax) BadRecord(*op, "too many arguments");
  if (!op->decompose) op->traits |= kPrimitive;
  if (op->view) op->traits |= kViewOp;
  if (op->promote_mask) {
    op->watch_dtypes = ~op->dtypes & kAllTypes;
  }
  // Defaults that live in the record itself.
  for (ArgSpec& arg : op->schema.args) {
    if (arg.default_is_none || !arg.has_default) continue;
    if (arg.type == ArgType::kIntArray) {
      arg.default_value.ints = IntArray(arg.default_integers);
    } else if (arg.type == ArgType::kString) {
      arg.default_value.text = arg.default_text;
    }
  }
}

struct Registry {
  std::vector<OpDef*> ops;
  std::unordered_map<std::string_view, OpDef*> by_name;

  Registry() {
    ops = Declared();
    std::sort(ops.begin(), ops.end(),
              [](const OpDef* a, const OpDef* b) { return a->name < b->name; });
    for (OpDef* op : ops) {
      const Draft& draft = Drafts()[op];
      if (!draft.mistake.empty()) BadRecord(*op, draft.mistake);
      ResolveSaves(op, draft.saves);
      FinishRecord(op);
      if (!by_name.emplace(op->name, op).second) {
        BadRecord(*op, "is declared twice");
      }
    }
    Drafts().clear();
  }
};
const Registry& GetRegistry() {
  static const auto* registry = new Registry;
  return *registry;
}

struct LateOps {
  ForkMutex mutex;
  std::vector<OpDef*> ops;
  std::atomic<size_t> count{0};  // so that who looks for others needs no lock
};
LateOps& Late() {
  static auto* late = new LateOps;
  return *late;
}

PD_MAKE_AT_LOAD(&Late());

OpDef* FindLate(std::string_view name) {
  LateOps& late = Late();
  if (late.count.load(std::memory_order_acquire) == 0) return nullptr;
  std::lock_guard lock(late.mutex);
  for (OpDef* op : late.ops) {
    if (op->name == name) return op;
  }
  return nullptr;
}

}  // namespace

void AddLateOp(OpDef* op) {
  LateOps& late = Late();
  std::lock_guard lock(late.mutex);
  late.ops.push_back(op);
  late.count.store(late.ops.size(), std::memory_order_release);
}
size_t NumLateOps() { return Late().count.load(std::memory_order_acquire); }
const OpDef& LateOp(size_t i) {
  std::lock_guard lock(Late().mutex);
  return *Late().ops[i];
}

const std::vector<OpDef*>& AllOps() { return GetRegistry().ops; }

OpDef* FindOp(std::string_view name) {
  const auto& map = GetRegistry().by_name;
  const auto it = map.find(name);
  return it == map.end() ? FindLate(name) : it->second;
}

const OpDef& GetOp(std::string_view name) {
  const OpDef* op = FindOp(name);
  PADDLE_ENFORCE(op, errors::NotFound("there is no operator `%s`.",
                                      std::string(name).c_str()));
  return *op;
}

int OpDef::ArgIndex(std::string_view arg) const {
  const int i = schema.Find(arg);
  PADDLE_ENFORCE(i >= 0, errors::Fatal("operator `%s` has no argument `%s`.",
                                       name.c_str(), std::string(arg).c_str()));
  return i;
}

OpMaker::OpMaker(const char* name, const char* file, int line)
    : def_(new OpDef) {
  def_->name = name;
  def_->file = file;
  def_->line = line;
  Declared().push_back(def_);
}

OpMaker& OpMaker::Schema(const char* text) {
  Declare(def_, [&] { def_->schema = Schema::Parse(text); });
  const auto& args = def_->schema.args;
  for (size_t i = 0; i < args.size(); ++i) {
    const uint32_t bit = 1u << i;
    switch (args[i].type) {
      case ArgType::kTensor:
      case ArgType::kOptionalTensor: def_->tensor_mask |= bit; break;
      case ArgType::kTensorList: def_->list_mask |= bit; break;
      default: def_->attr_mask |= bit; continue;
    }
    if (def_->key_arg < 0) def_->key_arg = static_cast<int8_t>(i);
  }
  return *this;
}
OpMaker& OpMaker::Doc(const char* text) {
  def_->doc = text;
  return *this;
}
OpMaker& OpMaker::In(const char* module) {
  def_->module = module;
  return *this;
}
OpMaker& OpMaker::Traits(uint32_t traits) {
  def_->traits |= traits;
  return *this;
}
OpMaker& OpMaker::Dtypes(uint32_t dtypes) {
  def_->dtypes = dtypes;
  return *this;
}
OpMaker& OpMaker::Out(OutType type) {
  def_->out_type = type;
  return *this;
}
OpMaker& OpMaker::Key(const char* arg) {
  Declare(def_,
          [&] { def_->key_arg = static_cast<int8_t>(def_->ArgIndex(arg)); });
  return *this;
}
OpMaker& OpMaker::Promote(std::initializer_list<const char*> args) {
  if (args.size() == 0)
    def_->promote_mask = def_->tensor_mask | def_->list_mask;
  Declare(def_, [&] {
    for (const char* arg : args) {
      def_->promote_mask |= 1u << def_->ArgIndex(arg);
    }
  });
  return *this;
}
OpMaker& OpMaker::Elementwise(uint32_t dtypes) {
  def_->traits |= kElementwise | kHasInplace;
  def_->dtypes = dtypes;
  def_->infer = ElementwiseInfer;
  def_->dims = ElementwiseDims;
  Promote();
  const auto& args = def_->schema.args;
  if (!args.empty()) return Inplace(args[0].name.c_str());
  Declare(def_, [] {
    PADDLE_THROW(errors::Fatal("Elementwise() needs a tensor argument"));
  });
  return *this;
}
OpMaker& OpMaker::Inplace(const char* arg) {
  Declare(def_, [&] {
    def_->inplace_arg = static_cast<int8_t>(def_->ArgIndex(arg));
  });
  def_->traits |= kHasInplace;
  return *this;
}
OpMaker& OpMaker::Dims(DimsFn fn) {
  def_->dims = fn;
  return *this;
}
OpMaker& OpMaker::NoDims(const char* reason) {
  def_->no_dims = reason;
  return *this;
}
OpMaker& OpMaker::InferMeta(InferFn fn) {
  def_->infer = fn;
  return *this;
}
OpMaker& OpMaker::View(ViewFn fn) {
  def_->view = fn;
  return *this;
}
OpMaker& OpMaker::Vjp(VjpFn fn, std::initializer_list<const char*> saves) {
  def_->vjp = fn;
  Drafts()[def_].saves.assign(saves.begin(), saves.end());
  return *this;
}
OpMaker& OpMaker::Decompose(DecomposeFn fn) {
  def_->decompose = fn;
  return *this;
}
OpMaker& OpMaker::Into(IntoFn fn, const char* arg) {
  def_->into = fn;
  if (!def_->infer) def_->infer = UpdateInfer;
  return Inplace(arg);
}
OpMaker& OpMaker::Writes(std::initializer_list<const char*> args) {
  Declare(def_, [&] {
    for (const char* arg : args) def_->writes |= 1u << def_->ArgIndex(arg);
  });
  return *this;
}
OpMaker& OpMaker::NotDifferentiable(const char* reason) {
  def_->not_differentiable = reason;
  return *this;
}
OpMaker& OpMaker::Extended(const char* op) {
  def_->extended = op;
  return *this;
}

}  // namespace paddle
