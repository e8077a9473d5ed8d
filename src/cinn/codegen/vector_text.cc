#include "cinn/codegen/vector_text.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>

#include "common/enforce.h"

namespace paddle::cinn {

namespace {

// Floats by their bits: what MLIR reads back exactly.
std::string BitsText(double value, DataType type) {
  char buffer[24];
  if (type == DataType::kFloat64) {
    std::snprintf(
        buffer, sizeof buffer, "0x%016llX",
        static_cast<unsigned long long>(std::bit_cast<uint64_t>(value)));
  } else {
    std::snprintf(buffer, sizeof buffer, "0x%08X",
                  std::bit_cast<uint32_t>(static_cast<float>(value)));
  }
  return buffer;
}

bool IsSingle(DataType t) { return IsFloating(t) && t != DataType::kFloat64; }
bool IsUnsigned(DataType t) {
  return t == DataType::kBool || t == DataType::kUInt8;
}

}  // namespace

void VectorText::Line(const std::string& line) {
  text.append(2 * static_cast<size_t>(depth_), ' ');
  text += line;
  text += '\n';
}
void VectorText::Open(const std::string& line) {
  Line(line);
  ++depth_;
}
void VectorText::Close(const std::string& after) {
  --depth_;
  Line("}" + after);
}
std::string VectorText::Let(const std::string& value) {
  std::string name = "%v" + std::to_string(next_++);
  Line(name + " = " + value);
  return name;
}
std::string VectorText::Int(int64_t value) {
  return Let("arith.constant " + std::to_string(value) + " : i64");
}

std::string VectorText::Vector(const std::string& element) const {
  return "vector<" + std::to_string(lanes_) + "x" + element + ">";
}
std::string VectorText::ElementOf(DataType type) {
  switch (type) {
    case DataType::kBool: return "i1";
    case DataType::kUInt8:
    case DataType::kInt8: return "i8";
    case DataType::kInt16: return "i16";
    case DataType::kInt32: return "i32";
    case DataType::kInt64: return "i64";
    case DataType::kFloat64: return "f64";
    default: return "f32";
  }
}
std::string VectorText::InMemory(DataType type) {
  switch (type) {
    case DataType::kBool: return "i8";
    case DataType::kFloat16: return "f16";
    case DataType::kBFloat16: return "i16";
    default: return ElementOf(type);
  }
}

std::string VectorText::Splat(const std::string& scalar,
                              const std::string& type) {
  return Let("vector.broadcast " + scalar + " : " + type + " to " +
             Vector(type));
}
std::string VectorText::IntSplat(int64_t value, const std::string& element) {
  return Let("arith.constant dense<" + std::to_string(value) +
             "> : " + Vector(element));
}
std::string VectorText::FloatSplat(double value, DataType type) {
  return Let("arith.constant dense<" + BitsText(value, type) +
             "> : " + TypeOf(type));
}
std::string VectorText::Constant(const Expr& e) {
  if (IsFloating(e.type)) return FloatSplat(e.number(), e.type);
  if (e.type == DataType::kBool) {
    return Let(std::string("arith.constant dense<") +
               (e.bits ? "true" : "false") + "> : " + TypeOf(e.type));
  }
  const int64_t value = e.type == DataType::kInt32
                            ? static_cast<int32_t>(e.bits)
                            : static_cast<int64_t>(e.bits);
  return IntSplat(value, ElementOf(e.type));
}

std::string VectorText::Binary(const char* op, const std::string& type,
                               const std::string& a, const std::string& b) {
  return Let(std::string(op) + " " + a + ", " + b + " : " + type);
}
std::string VectorText::Select(const std::string& c, const std::string& a,
                               const std::string& b, const std::string& type) {
  return Let("arith.select " + c + ", " + a + ", " + b + " : " + Vector("i1") +
             ", " + type);
}

std::string VectorText::Address(const std::string& pointer,
                                const std::string& offset, DataType type) {
  return Let("llvm.getelementptr " + pointer + "[" + offset +
             "] : (!llvm.ptr, i64) -> !llvm.ptr, " + InMemory(type));
}

// From what lies in memory to what is in registers.
std::string VectorText::Widen(DataType type, const std::string& loaded) {
  const std::string i32 = Vector("i32");
  switch (type) {
    case DataType::kBool:
      return Binary("arith.cmpi ne,", Vector("i8"), loaded, IntSplat(0, "i8"));
    case DataType::kFloat16:
      return Let("arith.extf " + loaded + " : " + Vector("f16") + " to " +
                 Vector("f32"));
    case DataType::kBFloat16: {
      const std::string wide =
          Let("arith.extui " + loaded + " : " + Vector("i16") + " to " + i32);
      const std::string high =
          Binary("arith.shli", i32, wide, IntSplat(16, "i32"));
      return Let("arith.bitcast " + high + " : " + i32 + " to " +
                 Vector("f32"));
    }
    default: return loaded;
  }
}
// The way back, of values that the type has.
std::string VectorText::Narrow(DataType type, const std::string& value) {
  const std::string i32 = Vector("i32");
  switch (type) {
    case DataType::kBool:
      return Let("arith.extui " + value + " : " + Vector("i1") + " to " +
                 Vector("i8"));
    case DataType::kFloat16:
      return Let("arith.truncf " + value + " : " + Vector("f32") + " to " +
                 Vector("f16"));
    case DataType::kBFloat16: {
      const std::string bits =
          Let("arith.bitcast " + value + " : " + Vector("f32") + " to " + i32);
      const std::string high =
          Binary("arith.shrui", i32, bits, IntSplat(16, "i32"));
      return Let("arith.trunci " + high + " : " + i32 + " to " + Vector("i16"));
    }
    default: return value;
  }
}

std::string VectorText::Load(DataType type, const std::string& address,
                             const std::string& mask, bool spread) {
  const std::string element = InMemory(type), vector = Vector(element);
  const std::string align = std::to_string(SizeOf(type));
  if (spread) {
    const std::string one =
        Let("llvm.load " + address + " {alignment = " + align +
            " : i64} : !llvm.ptr -> " + element);
    return Widen(type, Splat(one, element));
  }
  if (mask.empty()) {
    return Widen(type, Let("llvm.load " + address + " {alignment = " + align +
                           " : i64} : !llvm.ptr -> " + vector));
  }
  const std::string none = element[0] == 'f'
                               ? Let("arith.constant dense<0.0> : " + vector)
                               : Let("arith.constant dense<0> : " + vector);
  return Widen(
      type, Let("llvm.intr.masked.load " + address + ", " + mask + ", " + none +
                " {alignment = " + align + " : i32} : (!llvm.ptr, " +
                Vector("i1") + ", " + vector + ") -> " + vector));
}

void VectorText::Store(DataType type, const std::string& value,
                       const std::string& address, const std::string& mask,
                       bool past) {
  const std::string v = Narrow(type, value), vector = Vector(InMemory(type));
  if (past && mask.empty()) {
    const size_t whole = static_cast<size_t>(lanes_) * SizeOf(type);
    return Line("llvm.store " + v + ", " + address +
                " {alignment = " + std::to_string(std::min<size_t>(whole, 64)) +
                " : i64, nontemporal} : " + vector + ", !llvm.ptr");
  }
  const std::string align = std::to_string(SizeOf(type));
  if (mask.empty()) {
    Line("llvm.store " + v + ", " + address + " {alignment = " + align +
         " : i64} : " + vector + ", !llvm.ptr");
  } else {
    Line("llvm.intr.masked.store " + v + ", " + address + ", " + mask +
         " {alignment = " + align + " : i32} : " + vector + ", " +
         Vector("i1") + " into !llvm.ptr");
  }
}

void VectorText::StoreFirst(DataType type, const std::string& value,
                            const std::string& address) {
  const std::string v = Narrow(type, value), element = InMemory(type);
  const std::string first = Let("vector.extract " + v + "[0] : " + element +
                                " from " + Vector(element));
  Line("llvm.store " + first + ", " + address + " {alignment = " +
       std::to_string(SizeOf(type)) + " : i64} : " + element + ", !llvm.ptr");
}

// The nearest number of a narrow type, as a float; half to even.
std::string VectorText::RoundTo(DataType narrow, const std::string& v) {
  const std::string f32 = Vector("f32"), i32 = Vector("i32");
  if (narrow == DataType::kFloat16) {
    const std::string half =
        Let("arith.truncf " + v + " : " + f32 + " to " + Vector("f16"));
    return Let("arith.extf " + half + " : " + Vector("f16") + " to " + f32);
  }
  const std::string bits =
      Let("arith.bitcast " + v + " : " + f32 + " to " + i32);
  const std::string high =
      Binary("arith.shrui", i32, bits, IntSplat(16, "i32"));
  const std::string odd = Binary("arith.andi", i32, high, IntSplat(1, "i32"));
  const std::string half =
      Binary("arith.addi", i32, odd, IntSplat(0x7fff, "i32"));
  const std::string up = Binary("arith.addi", i32, bits, half);
  const std::string quiet =
      Binary("arith.ori", i32, bits, IntSplat(0x400000, "i32"));
  const std::string is_nan = Binary("arith.cmpf uno,", f32, v, v);
  const std::string chosen = Select(is_nan, quiet, up, i32);
  const std::string cut =
      Binary("arith.andi", i32, chosen, IntSplat(-65536, "i32"));
  return Let("arith.bitcast " + cut + " : " + i32 + " to " + f32);
}

std::string VectorText::Convert(DataType from, DataType to,
                                const std::string& v) {
  const std::string a = TypeOf(from), b = TypeOf(to);
  const auto cast = [&](const char* op, const std::string& target) {
    return Let(std::string(op) + " " + v + " : " + a + " to " + target);
  };
  if (!IsFloating(from)) {
    const bool is_unsigned = IsUnsigned(from);
    if (!IsFloating(to)) {
      if (SizeOf(from) == SizeOf(to) && from != DataType::kBool) return v;
      const bool wider = SizeOf(to) > SizeOf(from) || from == DataType::kBool;
      return cast(!wider        ? "arith.trunci"
                  : is_unsigned ? "arith.extui"
                                : "arith.extsi",
                  b);
    }
    const std::string f =
        cast(is_unsigned ? "arith.uitofp" : "arith.sitofp", b);
    return to == DataType::kFloat16 || to == DataType::kBFloat16
               ? RoundTo(to, f)
               : f;
  }
  if (to == DataType::kFloat64) return cast("arith.extf", b);
  const std::string single =
      from == DataType::kFloat64 ? cast("arith.truncf", Vector("f32")) : v;
  return to == DataType::kFloat32 ? single : RoundTo(to, single);
}

// a 2^n
std::string VectorText::Scale(DataType type, const std::string& a,
                              const std::string& n) {
  const std::string f = TypeOf(type);
  if (avx512_ && IsSingle(type)) {
    const std::string all = Let("arith.constant -1 : i16");
    const std::string rounding = Let("arith.constant 4 : i32");
    return Let("llvm.call_intrinsic \"llvm.x86.avx512.mask.scalef.ps.512\"(" +
               a + ", " + n + ", " + a + ", " + all + ", " + rounding +
               ") : (" + f + ", " + f + ", " + f + ", i16, i32) -> " + f);
  }
  // In two steps, so that n may go beyond the exponents.
  const bool single = IsSingle(type);
  const std::string word = single ? "i32" : "i64", i = Vector(word);
  const std::string half =
      Let("math.roundeven " +
          Binary("arith.mulf", f, n, FloatSplat(0.5, type)) + " : " + f);
  const std::string rest = Binary("arith.subf", f, n, half);
  std::string result = a;
  for (const std::string& part : {half, rest}) {
    // 1.5 * 2^(bits of the fraction): the integer in the low bits.
    const std::string sum = Binary(
        "arith.addf", f, part, FloatSplat(single ? 0x1.8p23 : 0x1.8p52, type));
    const std::string whole =
        Let("arith.bitcast " + sum + " : " + f + " to " + i);
    const std::string biased =
        Binary("arith.addi", i, whole, IntSplat(single ? 127 : 1023, word));
    const std::string bits =
        Binary("arith.shli", i, biased, IntSplat(single ? 23 : 52, word));
    const std::string power =
        Let("arith.bitcast " + bits + " : " + i + " to " + f);
    result = Binary("arith.mulf", f, result, power);
  }
  return result;
}

std::string VectorText::Quotient(DataType type, const std::string& a,
                                 const std::string& b) {
  const std::string f = TypeOf(type);
  if (!avx512_ || !IsSingle(type)) return Binary("arith.divf", f, a, b);
  const std::string all = Let("arith.constant -1 : i16");
  const std::string r =
      Let("llvm.call_intrinsic \"llvm.x86.avx512.rcp14.ps.512\"(" + b + ", " +
          b + ", " + all + ") : (" + f + ", " + f + ", i16) -> " + f);
  const std::string q = Binary("arith.mulf", f, a, r);
  const std::string minus = Let("arith.negf " + b + " : " + f);
  const std::string rest =
      Let("math.fma " + minus + ", " + q + ", " + a + " : " + f);
  return Let("math.fma " + rest + ", " + r + ", " + q + " : " + f);
}

std::string VectorText::Compare(const Expr& e, DataType from,
                                const std::vector<std::string>& a) {
  const char* op = "";
  const bool floats = IsFloating(from);
  switch (e.op) {
    case ScalarOp::kLess:
      op = floats ? "arith.cmpf olt," : "arith.cmpi slt,";
      break;
    case ScalarOp::kLessEqual:
      op = floats ? "arith.cmpf ole," : "arith.cmpi sle,";
      break;
    case ScalarOp::kEqual:
      op = floats ? "arith.cmpf oeq," : "arith.cmpi eq,";
      break;
    default: op = floats ? "arith.cmpf une," : "arith.cmpi ne,";
  }
  return Binary(op, TypeOf(from), a[0], a[1]);
}

std::string VectorText::Operation(const Expr& e,
                                  const std::vector<std::string>& a,
                                  DataType from) {
  const std::string type = TypeOf(e.type);
  const bool floats = IsFloating(e.type);
  const auto unary = [&](const char* op) {
    return Let(std::string(op) + " " + a[0] + " : " + type);
  };
  switch (e.op) {
    case ScalarOp::kAdd:
      return Binary(floats ? "arith.addf" : "arith.addi", type, a[0], a[1]);
    case ScalarOp::kSubtract:
      return Binary(floats ? "arith.subf" : "arith.subi", type, a[0], a[1]);
    case ScalarOp::kMultiply:
      return Binary(floats ? "arith.mulf" : "arith.muli", type, a[0], a[1]);
    case ScalarOp::kDivide: return Binary("arith.divf", type, a[0], a[1]);
    case ScalarOp::kNegate: return unary("arith.negf");
    case ScalarOp::kMulAdd:
      return Let("math.fma " + a[0] + ", " + a[1] + ", " + a[2] + " : " + type);
    case ScalarOp::kMinusMulAdd:
      return Let("math.fma " + Let("arith.negf " + a[0] + " : " + type) + ", " +
                 a[1] + ", " + a[2] + " : " + type);
    case ScalarOp::kQuotient: return Quotient(e.type, a[0], a[1]);
    case ScalarOp::kAbs: return unary("math.absf");
    case ScalarOp::kSqrt: return unary("math.sqrt");
    case ScalarOp::kRound: return unary("math.roundeven");
    case ScalarOp::kTrunc: return unary("math.trunc");
    case ScalarOp::kFloor: return unary("math.floor");
    case ScalarOp::kCeil: return unary("math.ceil");
    case ScalarOp::kCopySign: return Binary("math.copysign", type, a[0], a[1]);
    case ScalarOp::kScale: return Scale(e.type, a[0], a[1]);
    case ScalarOp::kMin:
      return Select(Binary("arith.cmpf olt,", type, a[0], a[1]), a[0], a[1],
                    type);
    case ScalarOp::kMax:
      return Select(Binary("arith.cmpf ogt,", type, a[0], a[1]), a[0], a[1],
                    type);
    case ScalarOp::kLess:
    case ScalarOp::kLessEqual:
    case ScalarOp::kEqual:
    case ScalarOp::kNotEqual: return Compare(e, from, a);
    case ScalarOp::kAnd: return Binary("arith.andi", type, a[0], a[1]);
    case ScalarOp::kOr: return Binary("arith.ori", type, a[0], a[1]);
    case ScalarOp::kXor: return Binary("arith.xori", type, a[0], a[1]);
    case ScalarOp::kShiftLeft: return Binary("arith.shli", type, a[0], a[1]);
    case ScalarOp::kShiftRight: return Binary("arith.shrui", type, a[0], a[1]);
    case ScalarOp::kSelect: return Select(a[0], a[1], a[2], type);
    case ScalarOp::kConvert: return Convert(from, e.type, a[0]);
    case ScalarOp::kBitcast:
      return Let("arith.bitcast " + a[0] + " : " + TypeOf(from) + " to " +
                 type);
    default: PADDLE_THROW(errors::Fatal("cinn: no such operation."));
  }
}

std::string VectorText::Combine(ReduceKind kind, DataType type,
                                const std::string& a, const std::string& b) {
  const std::string t = TypeOf(type);
  if (kind == ReduceKind::kSum) return Binary("arith.addf", t, a, b);
  if (kind == ReduceKind::kProduct) return Binary("arith.mulf", t, a, b);
  // The first NaN stays.
  const bool max = kind == ReduceKind::kMax;
  const std::string beyond =
      Binary(max ? "arith.cmpf ugt," : "arith.cmpf ult,", t, b, a);
  const std::string number = Binary("arith.cmpf ord,", t, a, a);
  const std::string takes = Binary("arith.andi", Vector("i1"), beyond, number);
  return Select(takes, b, a, t);
}

std::string VectorText::Identity(ReduceKind kind, DataType type) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  switch (kind) {
    case ReduceKind::kSum: return FloatSplat(0, type);
    case ReduceKind::kProduct: return FloatSplat(1, type);
    case ReduceKind::kMax: return FloatSplat(-kInf, type);
    default: return FloatSplat(kInf, type);
  }
}

std::string VectorText::Across(ReduceKind kind, DataType type,
                               const std::string& v) {
  const std::string element = ElementOf(type);
  std::string value = v;
  for (int half = lanes_ / 2; half >= 1; half /= 2) {
    std::string order;
    for (int i = 0; i < lanes_; ++i) {
      order += (i ? ", " : "") + std::to_string(i ^ half);
    }
    const std::string other =
        Let("vector.shuffle " + value + ", " + value + " [" + order +
            "] : " + TypeOf(type) + ", " + TypeOf(type));
    value = Combine(kind, type, value, other);
  }
  return value;
}

}  // namespace paddle::cinn
