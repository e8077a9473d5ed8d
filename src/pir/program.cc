#include "pir/program.h"

#include <cstring>
#include <mutex>

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "pir/builder/pir_builder.h"
#include "pir/dialect/attributes.h"
#include "pir/dialect/pd_op_dialect.h"
#include "pir/dialect/types.h"
#include "pir/program_impl.h"

namespace paddle::pir {

// ---- contexts ----

namespace {
struct Contexts {
  std::mutex mutex;
  std::vector<std::unique_ptr<mlir::MLIRContext>> free;
};
Contexts& AllContexts() {
  static auto* contexts = new Contexts;
  return *contexts;
}
}  // namespace

std::unique_ptr<mlir::MLIRContext> TakeContext() {
  {
    Contexts& all = AllContexts();
    std::lock_guard lock(all.mutex);
    if (!all.free.empty()) {
      auto context = std::move(all.free.back());
      all.free.pop_back();
      context->getLoadedDialect<PdOpDialect>()->AddLateOps();
      return context;
    }
  }
  auto context = std::make_unique<mlir::MLIRContext>(
      mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<mlir::func::FuncDialect, PdOpDialect>();
  return context;
}

void GiveBackContext(std::unique_ptr<mlir::MLIRContext> context) {
  Contexts& all = AllContexts();
  std::lock_guard lock(all.mutex);
  // A context keeps every type and attribute it ever saw.
  if (all.free.size() < 2) all.free.push_back(std::move(context));
}

Diagnostics::Diagnostics(mlir::MLIRContext* context)
    : handler_(context, [this](mlir::Diagnostic& d) {
        text_ += "\n  ";
        if (const auto at =
                mlir::dyn_cast<mlir::FileLineColLoc>(d.getLocation())) {
          text_ += "line " + std::to_string(at.getLine()) + ": ";
        }
        text_ += d.str();
        for (mlir::Diagnostic& note : d.getNotes()) {
          text_ += "\n    " + note.str();
        }
        return mlir::success();
      }) {}

Program::Program(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

// ---- from flat ----

void AddConstantValue(const DenseTensor& t, mlir::Builder& b,
                      mlir::OperationState* state) {
  VisitDataType(t.dtype, [&]<typename T>(T) {
    const T v = *t.Data<T>();
    if constexpr (kIsComplexType<T>) {
      state->addAttribute("value",
                          b.getDenseF64ArrayAttr({v.real(), v.imag()}));
    } else if constexpr (std::is_integral_v<T>) {
      state->addAttribute("value",
                          b.getI64IntegerAttr(static_cast<int64_t>(v)));
    } else {
      state->addAttribute("value", b.getF64FloatAttr(static_cast<double>(v)));
    }
  });
  if (t.flags & kWideNumber) {
    state->addAttribute("wide", b.getF64FloatAttr(*WideValue(t)));
  }
}

namespace {

mlir::NamedAttribute Named(mlir::Builder& b, llvm::StringRef name,
                           mlir::Attribute value) {
  return b.getNamedAttr(name, value);
}

Var ConstantOf(mlir::Operation* op, const ValueType& type) {
  const auto wide = op->getAttrOfType<mlir::FloatAttr>("wide");
  Var v = EmptyTensor(wide ? DDim{8} : DDim{}, type.dtype);
  if (wide) {
    v->dims = DDim();
    v->numel = 1;
    v->flags |= kWideNumber;
    *WideValue(*v) = static_cast<float>(wide.getValueAsDouble());
  }
  v->flags |= kNumber;
  const mlir::Attribute value = op->getAttr("value");
  VisitDataType(type.dtype, [&]<typename T>(T) {
    if constexpr (kIsComplexType<T>) {
      if (const auto z = mlir::dyn_cast<mlir::DenseF64ArrayAttr>(value)) {
        using R = typename T::value_type;
        *v->Data<T>() = T(static_cast<R>(z[0]), static_cast<R>(z[1]));
      }
    } else if constexpr (std::is_integral_v<T>) {
      if (const auto i = mlir::dyn_cast<mlir::IntegerAttr>(value)) {
        *v->Data<T>() = static_cast<T>(i.getInt());
      }
    } else {
      if (const auto f = mlir::dyn_cast<mlir::FloatAttr>(value)) {
        *v->Data<T>() = T(Scalar(f.getValueAsDouble()).To<T>());
      }
    }
  });
  return v;
}

}  // namespace

namespace {

std::vector<mlir::Type> TypesOf(const FlatProgram& flat,
                                mlir::MLIRContext* context) {
  std::vector<mlir::Type> types;
  for (const ValueType& v : flat.values) {
    types.push_back(ToTensorType(v.dtype, v.dims, context));
  }
  return types;
}

void AddOperands(const Call& call, const std::vector<mlir::Value>& values,
                 mlir::OpBuilder& b, mlir::OperationState* state) {
  llvm::SmallVector<int64_t> sizes;
  size_t operand = 0;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const ArgSpec& arg = call.op->schema.args[i];
    if (!((call.op->tensor_mask | call.op->list_mask) >> i & 1)) {
      state->attributes.push_back(Named(
          b, arg.name, ToAttribute(arg.type, call.slots[i], b.getContext())));
      continue;
    }
    const bool list = call.op->list_mask >> i & 1;
    const int64_t count = list ? call.slots[i].i : 1;
    int64_t given = 0;
    for (int64_t k = 0; k < count; ++k, ++operand) {
      const ValueId v = call.operands[operand];
      if (v < 0) continue;
      state->operands.push_back(values[v]);
      ++given;
    }
    sizes.push_back(given);
  }
  if (NeedsOperandSizes(*call.op)) {
    state->addAttribute(kOperandSizes, b.getDenseI64ArrayAttr(sizes));
  }
}

// The layer that a call belongs to is the name of its location.
mlir::Location ScopeLoc(const std::string& scope, mlir::OpBuilder& b) {
  return mlir::NameLoc::get(b.getStringAttr(scope));
}

// Fills `block`, which has an argument for each input; returns the outputs.
llvm::SmallVector<mlir::Value> FillBlock(const FlatProgram& flat,
                                         mlir::Block* block) {
  mlir::OpBuilder b(block->getParentOp()->getContext());
  b.setInsertionPointToEnd(block);
  const mlir::Location where = b.getUnknownLoc();
  const std::vector<mlir::Type> types = TypesOf(flat, b.getContext());
  std::vector<mlir::Value> values(flat.values.size());
  for (size_t i = 0; i < flat.inputs.size(); ++i) {
    values[flat.inputs[i]] = block->getArgument(static_cast<unsigned>(i));
  }
  for (const Call& call : flat.calls) {
    PADDLE_ENFORCE(call.late.empty(),
                   errors::Unimplemented("pir: %s: an attribute is known only "
                                         "when the program runs.",
                                         call.op->name.c_str()));
    mlir::OperationState state(call.scope ? ScopeLoc(*call.scope, b) : where,
                               call.op               ? "pd_op." + call.op->name
                               : call.bodies.empty() ? std::string(kConstant)
                               : call.bodies.size() == 2 ? std::string(kIf)
                                                         : std::string(kWhile));
    if (call.op) {
      AddOperands(call, values, b, &state);
      if (call.kept) state.addAttribute(kKept, b.getUnitAttr());
    } else if (call.bodies.empty()) {
      AddConstantValue(*call.constant, b, &state);
    } else {
      for (ValueId v : call.operands) state.operands.push_back(values[v]);
    }
    for (ValueId v : call.results) state.types.push_back(types[v]);
    for (size_t i = 0; i < call.bodies.size(); ++i) state.addRegion();
    mlir::Operation* op = b.create(state);
    for (size_t i = 0; i < call.bodies.size(); ++i) {
      const FlatProgram& body = *call.bodies[i];
      auto* inner = new mlir::Block;
      op->getRegion(static_cast<unsigned>(i)).push_back(inner);
      const std::vector<mlir::Type> all = TypesOf(body, b.getContext());
      for (ValueId v : body.inputs) inner->addArgument(all[v], where);
      const auto outputs = FillBlock(body, inner);
      mlir::OperationState yield(where, kYield);
      yield.addOperands(outputs);
      mlir::OpBuilder at_end = mlir::OpBuilder::atBlockEnd(inner);
      at_end.create(yield);
    }
    for (size_t i = 0; i < call.results.size(); ++i) {
      values[call.results[i]] = op->getResult(static_cast<unsigned>(i));
    }
  }
  llvm::SmallVector<mlir::Value> outputs;
  for (const auto& o : flat.outputs) outputs.push_back(values[o.value]);
  return outputs;
}

}  // namespace

mlir::OwningOpRef<mlir::ModuleOp> ToModule(const FlatProgram& flat,
                                           mlir::MLIRContext* context) {
  mlir::OpBuilder b(context);
  const mlir::Location where = b.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(where);
  const std::vector<mlir::Type> types = TypesOf(flat, context);
  llvm::SmallVector<mlir::Type> in, out;
  for (ValueId v : flat.inputs) in.push_back(types[v]);
  llvm::SmallVector<int64_t> into;
  bool any_into = false;
  for (const auto& o : flat.outputs) {
    out.push_back(types[o.value]);
    into.push_back(o.into);
    any_into |= o.into >= 0;
  }
  auto function =
      mlir::func::FuncOp::create(where, "main", b.getFunctionType(in, out));
  if (any_into) function->setAttr(kInto, b.getDenseI64ArrayAttr(into));
  module->push_back(function);
  mlir::Block* body = function.addEntryBlock();
  const auto returned = FillBlock(flat, body);
  b.setInsertionPointToEnd(body);
  mlir::func::ReturnOp::create(b, where, returned);
  return module;
}

Program::Program(const FlatProgram& flat) : impl_(std::make_unique<Impl>()) {
  impl_->module = ToModule(flat, impl_->context.get());
}

// ---- to flat ----

namespace {

FlatProgram ReadBlock(mlir::Block& body) {
  FlatProgram flat;
  llvm::DenseMap<mlir::Value, ValueId> ids;
  const auto type_of = [](mlir::Value v) {
    const auto t = mlir::cast<mlir::RankedTensorType>(v.getType());
    return ValueType{FromElementType(t.getElementType()),
                     DDim(IntArray(t.getShape().data(), t.getRank()))};
  };
  for (const mlir::Value v : body.getArguments()) {
    const ValueType t = type_of(v);
    ids[v] = flat.AddInput(t.dtype, t.dims);
  }
  for (mlir::Operation& op : body.without_terminator()) {
    const OpDef* def = DefOf(&op);
    Call call;
    call.op = def;
    call.kept = op.hasAttr(kKept);
    if (const auto name = mlir::dyn_cast<mlir::NameLoc>(op.getLoc())) {
      call.scope = KeptScope(name.getName().str());
    }
    if (op.getNumRegions()) {
      for (const mlir::Value v : op.getOperands()) {
        call.operands.push_back(ids.at(v));
      }
      for (mlir::Region& region : op.getRegions()) {
        call.bodies.push_back(
            std::make_shared<const FlatProgram>(ReadBlock(region.front())));
      }
    } else if (!def) {
      call.constant = ConstantOf(&op, type_of(op.getResult(0)));
    } else {
      const auto sizes =
          op.getAttrOfType<mlir::DenseI64ArrayAttr>(kOperandSizes);
      call.slots.resize(def->schema.args.size());
      unsigned operand = 0;
      int64_t tensors = 0;
      for (size_t i = 0; i < call.slots.size(); ++i) {
        const ArgSpec& arg = def->schema.args[i];
        if (!((def->tensor_mask | def->list_mask) >> i & 1)) {
          FromAttribute(op.getAttr(arg.name), arg.type, &flat, &call.slots[i]);
          continue;
        }
        const int64_t count = sizes ? sizes[tensors++] : 1;
        const bool list = def->list_mask >> i & 1;
        call.slots[i].i = list ? count : 1;
        for (int64_t k = 0; k < count; ++k) {
          call.operands.push_back(ids.at(op.getOperand(operand++)));
        }
        if (!list && count == 0) call.operands.push_back(kNoValue);
      }
    }
    for (const mlir::Value v : op.getResults()) {
      const ValueType t = type_of(v);
      ids[v] = flat.AddValue(t.dtype, t.dims);
      call.results.push_back(ids[v]);
    }
    flat.calls.push_back(std::move(call));
  }
  for (const mlir::Value v : body.getTerminator()->getOperands()) {
    flat.outputs.push_back({ids.at(v), -1});
  }
  return flat;
}

}  // namespace

FlatProgram ToFlat(mlir::ModuleOp module) {
  auto function = module.lookupSymbol<mlir::func::FuncOp>("main");
  FlatProgram flat = ReadBlock(function.getBody().front());
  const auto into = function->getAttrOfType<mlir::DenseI64ArrayAttr>(kInto);
  for (size_t i = 0; into && i < flat.outputs.size(); ++i) {
    flat.outputs[i].into = static_cast<int>(into[static_cast<int64_t>(i)]);
  }
  return flat;
}

FlatProgram Program::ToFlat() const { return pir::ToFlat(*impl_->module); }

// ---- text ----

std::string ToText(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  return text;
}
std::string Program::ToString() const { return ToText(*impl_->module); }

namespace {

// Why ToFlat could not read a module that MLIR takes; empty: it can.
std::string WhyNoProgram(mlir::ModuleOp module) {
  const auto no_tensor = [](mlir::Value v) {
    const auto t = mlir::dyn_cast<mlir::RankedTensorType>(v.getType());
    return !t || !t.hasStaticShape() || t.getRank() > kMaxRank ||
           t.getEncoding() ||
           FromElementType(t.getElementType()) == DataType::kUndefined;
  };
  const std::string bad_value =
      "has a value that is no tensor of a known dtype and shape";
  auto function = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!function || function.isExternal() ||
      !llvm::hasSingleElement(function.getBody())) {
    return "has no function @main with one block";
  }
  mlir::Block& body = function.getBody().front();
  if (llvm::any_of(body.getArguments(), no_tensor)) return bad_value;
  const auto into = function->getAttrOfType<mlir::DenseI64ArrayAttr>(kInto);
  const auto outputs = body.getTerminator()->getOperands();
  if (function->hasAttr(kInto) &&
      (!into || static_cast<size_t>(into.size()) != outputs.size())) {
    return "has an attribute 'pd.into' that does not say one number for each "
           "output";
  }
  for (size_t i = 0; into && i < outputs.size(); ++i) {
    const int64_t at = into[static_cast<int64_t>(i)];
    if (at < 0) continue;
    if (at >= body.getNumArguments() ||
        body.getArgument(static_cast<unsigned>(at)).getType() !=
            outputs[i].getType()) {
      return "has an output that goes into no input of its type";
    }
  }
  std::string why;
  body.walk([&](mlir::Operation* op) {
    if (op == body.getTerminator()) return;
    if (op->getName().getDialectNamespace() !=
        PdOpDialect::getDialectNamespace()) {
      why = "has an operation that is none of pd_op: " +
            op->getName().getStringRef().str();
    } else if (llvm::any_of(op->getResults(), no_tensor)) {
      why = bad_value;
    }
    for (mlir::Region& region : op->getRegions()) {
      if (llvm::any_of(region.getArguments(), no_tensor)) why = bad_value;
    }
  });
  return why;
}

}  // namespace

Program Program::Parse(const std::string& text) {
  auto impl = std::make_unique<Impl>();
  const Diagnostics diagnostics(impl->context.get());
  impl->module = mlir::parseSourceString<mlir::ModuleOp>(
      text, mlir::ParserConfig(impl->context.get()));
  const auto fail = [&](const std::string& why) {
    PADDLE_THROW(errors::InvalidArgument("pir: the program %s.%s", why.c_str(),
                                         diagnostics.text().c_str()));
  };
  if (!impl->module) fail("does not parse or verify");
  const std::string why = WhyNoProgram(*impl->module);
  if (!why.empty()) fail(why);
  const FlatProgram flat = pir::ToFlat(*impl->module);
  auto call = flat.calls.begin();
  auto main = impl->module->lookupSymbol<mlir::func::FuncOp>("main");
  for (mlir::Operation& op : main.getBody().front().without_terminator()) {
    const std::string wrong = call->op ? WrongTypes(flat, *call) : "";
    if (!wrong.empty()) {
      op.emitOpError(wrong);
      fail("has a wrong call");
    }
    ++call;
  }
  return Program(std::move(impl));
}

}  // namespace paddle::pir
