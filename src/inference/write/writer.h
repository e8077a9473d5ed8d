// From captured programs to the operators of PIR.
//
// A program with sizes that are left open is captured several times, at other
// sizes each time. The captures have the same calls; where a number differs it
// follows from sizes, and is written as such.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "inference/write/json_writer.h"
#include "ops/manipulation/slice_use.h"

namespace paddle::inference {

using pir::FlatProgram;
using pir::ValueId;

// A number in each of the captures.
using Varying = std::vector<int64_t>;
inline bool IsFixed(const Varying& v) {
  for (int64_t n : v) {
    if (n != v[0]) return false;
  }
  return true;
}

// What was sliced in the captures, in the order of their calls.
class SliceNotes {
 public:
  explicit SliceNotes(std::vector<const std::vector<SliceUse>*> uses);
  // The next one that comes to these numbers: where it was to start and stop.
  bool Find(const Varying& size, const Varying& start, const Varying& count,
            int64_t step, Varying* from, Varying* to);

 private:
  std::vector<const std::vector<SliceUse>*> uses_;  // by capture
  size_t next_ = 0, end_ = 0;
};

class Writer {
 public:
  // Raises InvalidArgument where the captures differ in more than numbers.
  explicit Writer(std::vector<const FlatProgram*> captures);

  JsonWriter& out() { return out_; }
  // Of a value of the captures, with -1 where sizes differ.
  ValueType Type(ValueId v) const;
  Varying Size(ValueId v, int axis) const;
  void Define(ValueId v, int number) { numbers_[v] = number; }
  int Number(ValueId v) const;  // in the file; 0 for an absent operand

  void SetSlices(std::shared_ptr<SliceNotes> slices) {
    slices_ = std::move(slices);
  }
  SliceNotes* slices() const { return slices_.get(); }  // may be null

  void WriteCalls();
  // A tensor of integers that is another one in each capture.
  int WriteVarying(const std::vector<Var>& values);

 private:
  friend class WriteSite;
  void WriteCall(size_t i);
  void WriteBlocks(size_t i);
  // The value and the axis that have this size, and what is added to it.
  struct Source {
    ValueId value;
    int axis;
    int64_t more;
  };
  bool FindSource(const Varying& v, Source* source) const;
  // The same for (size + more) / divisor, rounded down, with a small divisor;
  // false where there is none, or another one that is as good.
  bool FindQuotient(const Varying& v, Source* source, int64_t* divisor) const;

  std::vector<const FlatProgram*> captures_;
  JsonWriter own_;
  JsonWriter& out_;
  std::map<ValueId, int> numbers_;
  std::map<std::pair<int, int>, int> sizes_;  // of (number, axis): 0-D int64
  std::vector<ValueId> defined_;
  std::shared_ptr<SliceNotes> slices_;

  Writer(std::vector<const FlatProgram*> captures, JsonWriter* out)
      : captures_(std::move(captures)), out_(*out) {}
};

// One call while it is written.
class WriteSite {
 public:
  WriteSite(Writer* w, size_t call) : w_(*w), call_(call) {}

  const pir::Call& call(size_t capture = 0) const {
    return w_.captures_[capture]->calls[call_];
  }
  const OpDef& op() const { return *call().op; }
  JsonWriter& out() { return w_.out_; }
  SliceNotes* slices() const { return w_.slices(); }

  // ---- what the call has ----
  ValueId Operand(const char* arg) const;  // kNoValue where there is none
  std::vector<ValueId> Operands(const char* arg) const;
  int In(const char* arg) const { return w_.Number(Operand(arg)); }
  int NumberOf(ValueId v) const { return w_.Number(v); }
  bool IsDefined(ValueId v) const {
    return v == pir::kNoValue || w_.numbers_.count(v);
  }
  ValueType Type(ValueId v) const { return w_.Type(v); }
  ValueType Result(size_t k = 0) const { return w_.Type(call().results[k]); }
  ValueId ResultId(size_t k = 0) const { return call().results[k]; }
  const pir::Call* Producer(ValueId v) const;  // null: it is an input
  bool Used(size_t k) const;
  // The sites of all calls, in order.
  std::vector<WriteSite> All() const;
  Varying Size(ValueId v, int axis) const { return w_.Size(v, axis); }
  const Slot& At(const char* arg) const;  // the same in all captures
  std::vector<double> Scalars(const char* arg) const;
  bool Bool(const char* arg) const { return Int(arg) != 0; }
  int64_t Int(const char* arg) const;  // the same in all captures
  Varying VaryingArg(const char* arg) const;
  double Float(const char* arg) const { return At(arg).f; }
  std::vector<Varying> Ints(const char* arg) const;
  std::vector<int64_t> FixedInts(const char* arg) const;
  // The number behind an operand that is a constant, in each of the captures;
  // false where it is none.
  bool ConstantOf(ValueId v, std::vector<double>* numbers) const;

  // ---- what is written ----
  int Op(const std::string& name, const std::vector<int>& operands,
         const JsonWriter::Attributes& attributes, const ValueType& type) {
    return out().One("1." + name, operands, attributes, type);
  }
  int Full(double value, DataType dtype, const std::vector<int64_t>& shape);
  int FullInts(const std::vector<int64_t>& values);
  // A 1-D tensor of numbers that may follow from sizes.
  int VaryingInts(const std::vector<Varying>& values);
  int VaryingInt(const Varying& value);         // 0-D
  int SourceInt(const Writer::Source& source);  // 0-D
  // A number, 0-D where it follows from sizes, else of `shape`.
  int Number(const std::vector<double>& values, DataType dtype,
             const std::vector<int64_t>& shape);
  // A value broadcast to the type of result 0, which some operators do not do.
  int Broadcast(ValueId v);
  int Reshape(int x, const std::vector<int64_t>& shape, const ValueType& type);
  void Return(int number, size_t k = 0) {
    w_.Define(call().results[k], number);
    w_.defined_.push_back(call().results[k]);
  }

  [[noreturn]] PD_COLD void Fail(const std::string& why) const;

 private:
  const Slot& SlotOf(const char* arg, size_t capture) const {
    return call(capture).slots[op().ArgIndex(arg)];
  }

  Writer& w_;
  size_t call_;
};

using WriteRule = void (*)(WriteSite&);
// How a call of one of our operators is written; null where there is no rule.
WriteRule FindWriteRule(const OpDef& op);
// By a row of the table; false where none fits.
bool WriteByRow(WriteSite& s);

}  // namespace paddle::inference
