// The simplifying passes change no bit, for every dtype and awkward values.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "executor/executable.h"
#include "pir/program.h"

namespace paddle::pir {
namespace {

const DataType kAll[] = {
    DataType::kBool,    DataType::kUInt8,     DataType::kInt8,
    DataType::kInt16,   DataType::kInt32,     DataType::kInt64,
    DataType::kFloat16, DataType::kBFloat16,  DataType::kFloat32,
    DataType::kFloat64, DataType::kComplex64, DataType::kComplex128};

Var Awkward(DataType dtype) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> reals = {
      0.0,   -0.0,       1.0,        -1.0,       0.1,    0.5,         -0.5,
      255.5, 257.0,      2049.,      65504.0,    65520., 1e-8,        6e-8,
      1e-40, 16777217.0, 3e38,       1e300,      inf,    -inf,        300.7,
      -300., 3.4e38,     1.00390625, 1.01171875, 1e-320, std::nan("")};
  const std::vector<int64_t> wholes = {0,          1,
                                       -1,         2,
                                       127,        128,
                                       255,        256,
                                       -128,       -129,
                                       2049,       32767,
                                       32768,      65535,
                                       65536,      16777217,
                                       -300,       33553409,
                                       2147483647, -2147483648,
                                       4294967296, (1ll << 53) + 1,
                                       INT64_MAX,  INT64_MIN,
                                       16809985,   134479873};
  const bool whole = !IsFloating(dtype) && !IsComplex(dtype);
  const auto n = static_cast<int64_t>(whole ? wholes.size() : reals.size());
  Var v = EmptyTensor({n}, dtype);
  VisitDataType(dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < n; ++i) {
      v->Data<T>()[i] =
          whole ? Scalar(wholes[i]).To<T>() : Scalar(reals[i]).To<T>();
    }
  });
  return v;
}

template <typename T>
bool SameBits(T a, T b) {
  if constexpr (kIsComplexType<T>) {
    return SameBits(a.real(), b.real()) && SameBits(a.imag(), b.imag());
  } else {
    if (a != a && b != b) return true;  // both NaN
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }
}

void ExpectSame(const Var& a, const Var& b) {
  ASSERT_EQ(a->dtype, b->dtype);
  ASSERT_EQ(a->dims, b->dims);
  VisitDataType(a->dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < a->numel; ++i) {
      EXPECT_TRUE(SameBits(a->Data<T>()[i], b->Data<T>()[i])) << i;
    }
  });
}

ValueId AddCall(FlatProgram& p, const char* name, std::vector<ValueId> operands,
                DataType dtype) {
  const OpDef& op = GetOp(name);
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  for (int i = 0; i < args.size; ++i) {
    args.slot[i] = op.schema.args[i].default_value;
  }
  if (op.name == "cast") args.slot[1].i = static_cast<int64_t>(dtype);
  const DDim dims = p.values[operands[0]].dims;
  const ValueId result = p.AddValue(dtype, dims);
  Call& call = p.AddCall(op, args);
  call.operands = std::move(operands);
  call.results = {result};
  return result;
}

// Runs the program as it is and after the passes; how many calls went.
size_t Compare(const FlatProgram& p, const Var& input, const char* passes) {
  Program program(p);
  const Executable before(program.ToFlat());
  program.RunPasses(passes);
  const Executable after(program.ToFlat());
  std::vector<Var> a;
  try {
    a = before.Run({input});
  } catch (const Error&) {
    return 0;  // there is no such kernel
  }
  const std::vector<Var> b = after.Run({input});
  for (size_t i = 0; i < a.size(); ++i) ExpectSame(a[i], b[i]);
  return before.program().calls.size() - after.program().calls.size();
}

TEST(Exact, Casts) {
  size_t gone = 0;
  for (DataType from : kAll) {
    const Var x = Awkward(from);
    for (DataType by : kAll) {
      for (DataType to : kAll) {
        SCOPED_TRACE(std::string(Name(from)) + " " + Name(by) + " " + Name(to));
        FlatProgram p;
        const ValueId in = p.AddInput(from, x.dims());
        const ValueId once = AddCall(p, "cast", {in}, by);
        p.outputs = {{AddCall(p, "cast", {once}, to), -1}};
        gone += Compare(p, x, "redundant_cast_pass,dead_code_pass");
      }
    }
  }
  EXPECT_GT(gone, 200u);
}

TEST(Exact, NeutralNumbers) {
  size_t gone = 0;
  for (DataType dtype : kAll) {
    const Var x = Awkward(dtype);
    for (const char* op : {"add", "subtract", "multiply", "divide"}) {
      for (double number : {0.0, -0.0, 1.0}) {
        for (bool left : {false, true}) {
          SCOPED_TRACE(std::string(Name(dtype)) + " " + op + " " +
                       std::to_string(number) + (left ? " left" : ""));
          Var c = EmptyTensor({}, dtype);
          c->flags |= kNumber;
          VisitDataType(dtype, [&]<typename T>(T) {
            *c->Data<T>() = Scalar(number).To<T>();
          });
          FlatProgram p;
          const ValueId in = p.AddInput(dtype, x.dims());
          const ValueId k = p.AddConstant(c);
          const OpDef& def = GetOp(op);
          if (!(def.dtypes & Bit(dtype))) continue;
          const ValueId out = AddCall(p, op, {in, k}, dtype);
          if (left) p.calls.back().operands = {k, in};
          p.outputs = {{out, -1}};
          gone += Compare(p, x, "simplify_algebra_pass,dead_code_pass") > 0;
        }
      }
    }
    if (!(GetOp("neg").dtypes & Bit(dtype))) continue;
    FlatProgram p;
    const ValueId in = p.AddInput(dtype, x.dims());
    const ValueId once = AddCall(p, "neg", {in}, dtype);
    p.outputs = {{AddCall(p, "neg", {once}, dtype), -1},
                 {AddCall(p, "scale", {in}, dtype), -1}};
    gone += Compare(p, x, "simplify_algebra_pass,dead_code_pass");
  }
  EXPECT_GT(gone, 50u);
}

TEST(Exact, Constants) {
  for (DataType from : kAll) {
    const Var values = Awkward(from);
    if (IsComplex(from)) continue;
    for (DataType to : kAll) {
      for (int64_t i = 0; i < values->numel; ++i) {
        SCOPED_TRACE(std::string(Name(from)) + " " + Name(to) + " " +
                     std::to_string(i));
        Var c = EmptyTensor({}, from);
        c->flags |= kNumber;
        std::memcpy(c->data, values->Data<char>() + i * SizeOf(from),
                    SizeOf(from));
        FlatProgram p;
        p.AddInput(from, values.dims());
        const ValueId k = p.AddConstant(c);
        p.outputs = {{AddCall(p, "cast", {k}, to), -1}};
        if (GetOp("neg").dtypes & Bit(from)) {
          p.outputs.push_back({AddCall(p, "neg", {k}, from), -1});
        }
        Compare(p, values, "constant_folding_pass,dead_code_pass");
      }
    }
  }
}

}  // namespace
}  // namespace paddle::pir
