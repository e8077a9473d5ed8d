// Mixed precision: which dtype a call has its floating operands in. One table
// of facts about operators serves eager code, captures and programs.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/builder.h"

namespace paddle {

enum class AmpList : uint8_t {
  kOther,             // the widest of its operands
  kNarrow,            // fast and safe in the narrow type
  kNarrowBeforeBias,  // so is all but the sum with `bias`
  kWide,              // not safe, but for level O2: float32
  kAlwaysWide,        // not better in the narrow type: float32
  kFirst,             // as its first operand; the others stay as they are
  kWideOrFirst,       // kWide at level O1, else kFirst
  kNever,             // not touched
};

struct AmpFact {
  const char* op;
  AmpList list;
  // What PaddlePaddle's lists call it, where that is another name; several
  // are parted by spaces.
  const char* names = "";
  // The fact holds for these calls alone; null: for all.
  bool (*applies)(const Args&) = nullptr;
};
// Of all operators of which there is something to say (amp_table.cc).
PADDLE_API const std::vector<AmpFact>& AmpFacts();

// OD: what is not narrow is float32. O1: lists and promotion. O2: promotion.
enum class AmpLevel : uint8_t { kO0, kOD, kO1, kO2 };

// What a context of mixed precision asks for; never changes.
class PADDLE_API AmpPolicy {
 public:
  using Names = std::vector<std::string>;
  // `use_promote` matters for O2: without it all that is not wide is narrow.
  // Names that no operator has are passed over.
  AmpPolicy(AmpLevel level, DataType dtype, bool use_promote,
            const Names& narrow, const Names& wide);
  // The one policy with these contents.
  static const AmpPolicy* Of(AmpLevel level, DataType dtype, bool use_promote,
                             const Names& narrow, const Names& wide);

  AmpLevel level() const { return level_; }
  DataType dtype() const { return dtype_; }

  // Casts what has to be cast, and emits the call to `plain`; the parts of a
  // composite that is on no list go to the thread's builder.
  using CastFn = Var (*)(const Var&, DataType);
  void Emit(const OpDef& op, Args& args, Outs& outs, CastFn cast,
            Builder* plain) const;

 private:
  struct Verdict {
    DataType dtype = DataType::kUndefined;  // of the operands; else as they are
    bool first_only = false;                // of the first operand alone
    bool inside = false;                    // the parts of the composite decide
    bool before_bias = false;
  };
  struct Entry {
    AmpList list;
    bool (*applies)(const Args&);
  };
  void Put(const Names& names, AmpList list);
  Verdict For(const OpDef& op, const Args& args) const;

  AmpLevel level_;
  DataType dtype_;
  bool promote_;
  std::unordered_map<const OpDef*, Entry> entries_;
};

}  // namespace paddle
