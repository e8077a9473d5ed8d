#include "executor/sizes.h"

#include <algorithm>
#include <optional>

#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/host_values.h"

namespace paddle::executor {

namespace {

Slot ReadLate(const OpDef& op, int arg, DenseTensor* value, Args& args) {
  const ArgSpec& spec = op.schema.args[arg];
  const auto fail = [&](const char* expected) {
    PADDLE_THROW(errors::InvalidArgument("%s: the value of `%s` does not fit.",
                                         op.name.c_str(), spec.name.c_str())
                     .Expected(expected)
                     .Received(std::string(Name(value->dtype)) + " of shape " +
                               errors::ToString(value->dims)));
  };
  const Var v = OnHost(Var::Share(value));
  Slot slot;
  if (spec.type == ArgType::kIntArray) {
    if (value->rank() > 1 || value->numel > 1024) fail("a list of integers");
    const std::vector<int64_t> ints = HostInts(v);
    auto* kept = args.Allocate<int64_t>(static_cast<int64_t>(ints.size()) + 1);
    std::copy(ints.begin(), ints.end(), kept);
    slot.ints = {kept, static_cast<int64_t>(ints.size())};
    return slot;
  }
  if (value->numel != 1 || IsComplex(value->dtype)) fail("one number");
  if (spec.type == ArgType::kFloat || IsFloating(value->dtype)) {
    const Var wide = ops::Cast(v, DataType::kFloat64);
    Realize(*wide);
    const double d = *wide->Data<double>();
    if (spec.type == ArgType::kFloat) {
      slot.f = d;
    } else if (spec.type == ArgType::kScalar) {
      slot.scalar = Scalar(d);
    } else {
      fail("an integer");
    }
    return slot;
  }
  const int64_t i = HostInts(v)[0];
  if (spec.type == ArgType::kScalar) {
    slot.scalar = Scalar(i);
  } else {
    slot.i = spec.type == ArgType::kBool ? i != 0 : i;
  }
  return slot;
}

const OpDef& ShapeOfOp() {
  static const OpDef& op = GetOp("shape_of");
  return op;
}

}  // namespace

void SetLate(const pir::Call& call, const std::vector<DenseTensor*>& operands,
             Args* args) {
  const size_t first = operands.size() - call.late.size();
  for (size_t k = 0; k < call.late.size(); ++k) {
    // A number that is there already is no matter of a recorder.
    std::optional<PauseRecorder> pause;
    if (!(operands[first + k]->flags & kTraced)) pause.emplace();
    args->slot[call.late[k]] =
        ReadLate(*call.op, call.late[k], operands[first + k], *args);
  }
}

bool SizeValues::Visit(const pir::Call& call, const std::vector<Var>& frame) {
  // A tensor made in a size is no such number itself: `late` does not count.
  const auto end =
      call.operands.end() - static_cast<std::ptrdiff_t>(call.late.size());
  const bool sizes =
      call.op && !call.op->Has(kRandom) &&
      std::any_of(call.operands.begin(), end,
                  [&](pir::ValueId v) { return v >= 0 && of_sizes_[v]; });
  // Whole numbers that the program holds may become parts of lists of sizes.
  const bool number = call.constant && IsInteger(call.constant.dtype());
  for (pir::ValueId v : call.results) {
    of_sizes_[v] = sizes || number || IsShapeOf(call);
  }
  return sizes && std::none_of(call.operands.begin(), call.operands.end(),
                               [&](pir::ValueId v) {
                                 return v >= 0 && (frame[v]->flags & kTraced);
                               });
}

bool IsShapeOf(const pir::Call& call) { return call.op == &ShapeOfOp(); }

Var ShapeOf(const DenseTensor& t) {
  return FromInts({t.dims.begin(), t.dims.end()});
}

}  // namespace paddle::executor
