// From the operators of a file to calls of our own: one Site is one operator
// of the file while its calls are made.
#pragma once
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "inference/format/stored_program.h"
#include "inference/model.h"

namespace paddle::inference {

using pir::ValueId;

// Numbers that decide sizes, axes and the like: known from the file, or what a
// tensor holds when the program runs.
struct Numbers {
  Attribute known;
  ValueId late = pir::kNoValue;
  bool is_known() const { return late == pir::kNoValue; }
};

// What an argument of a call gets.
struct Tensor {
  ValueId id;
};
using Given = std::variant<Tensor, std::vector<ValueId>, Numbers, bool, int64_t,
                           double, std::string, std::vector<int64_t>>;
struct Bound {
  std::string arg;
  Given value;
};

// One block of a program. Values of the blocks around it become inputs.
class Translator {
 public:
  Translator(StoredProgram* stored, Model* model, pir::FlatProgram* flat,
             Translator* outer);

  void Run(const StoredBlock& block);

  // The value behind a number of the file.
  ValueId Lookup(int id);
  void Define(int id, ValueId value) { ids_[id] = value; }
  // What the value is known to hold, or null.
  const Attribute* Known(int id) const;
  // A new number, for an element of a list that the file does not number.
  int NewId(StoredValue type);
  const std::vector<int>& Elements(int id) const;
  void SetElements(int id, std::vector<int> ids);

  // The values of blocks around this one that it reads, in the order of inputs
  // after the arguments.
  const std::vector<ValueId>& captured() const { return captured_; }

 private:
  friend class Site;
  // What all blocks of a program share.
  struct Shared {
    StoredProgram* stored;
    Model* model;
    std::unordered_map<int, Attribute> known;
    std::unordered_map<int, std::vector<int>> elements;
  };
  ValueId Constant(int id);

  std::shared_ptr<Shared> shared_;
  pir::FlatProgram* flat_;
  Translator* outer_;
  std::unordered_map<int, ValueId> ids_;
  std::vector<ValueId> captured_;
};

class Site {
 public:
  Site(Translator* t, const StoredOp* op) : t_(*t), op_(*op) {}
  const StoredOp& op() const { return op_; }

  // ---- operands, by position ----
  bool Has(size_t i) const {
    return i < op_.inputs.size() && op_.inputs[i].present();
  }
  ValueId In(size_t i);
  ValueId InOrNone(size_t i) { return Has(i) ? In(i) : pir::kNoValue; }
  std::vector<ValueId> List(size_t i);
  // An operand, or where there is none the attribute `name`.
  Numbers NumbersAt(size_t i, const char* name = nullptr);
  std::vector<int64_t> KnownInts(size_t i, const char* name);
  // What the file says of an operand; raises where it does not.
  const StoredValue& Type(size_t i) const;
  int Rank(size_t i) const;

  // ---- attributes ----
  const Attribute* Find(std::string_view name) const;
  bool Bool(const char* name, bool otherwise) const;
  int64_t Int(const char* name, int64_t otherwise) const;
  double Float(const char* name, double otherwise) const;
  std::string Text(const char* name, const char* otherwise) const;
  std::vector<int64_t> Ints(const char* name) const;  // empty where missing
  std::vector<double> Floats(const char* name) const;

  // ---- calls ----
  ValueId Call(const char* op, const std::vector<Bound>& bound) {
    return CallMany(op, bound, 1)[0];
  }
  std::vector<ValueId> CallMany(const char* op, const std::vector<Bound>& bound,
                                size_t count);
  // Result `k` of the operator is `v`.
  void Return(ValueId v, size_t k = 0);
  void ReturnList(const std::vector<ValueId>& list, size_t k = 0);
  // How many results a list has.
  size_t ListSize(size_t k = 0) const;
  // Result 0 is known: `known`, of the type that the file says.
  void ReturnKnown(const Attribute& known);
  void ReturnAlias(int id, size_t k = 0);
  // Lists by the numbers of their elements.
  void ReturnElements(std::vector<int> ids);
  std::vector<int> ElementIds(size_t i) const;

  // A parameter takes the value when the program has run.
  void Update(size_t operand, ValueId value);
  // Branches and loops.
  void If();
  void While();

  [[noreturn]] PD_COLD void Fail(const std::string& what,
                                 const std::string& expected,
                                 const std::string& received) const;

 private:
  Slot ToSlot(const OpDef& def, int arg, const Given& given, pir::Call* call,
              std::vector<ValueId>* late);
  ValueId ToTensor(const Given& given);
  void ReturnOpen(const std::vector<ValueId>& results);

  Translator& t_;
  const StoredOp& op_;
};

// How operators that need more than a row of the table are translated.
using Rule = void (*)(Site&);
struct RuleEntry {
  const char* name;
  Rule rule;
};
// Null where there is none. `name` is that of PIR, without "pd_op.".
Rule FindRule(const std::string& name);

// Fills the program, the feeds and fetches of `model` and what its parameters
// are like.
struct ParameterType;
void Translate(StoredProgram stored, Model* model,
               std::vector<ParameterType>* parameters);

}  // namespace paddle::inference
