// The simplifying passes change no bit, for every dtype and awkward values.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "executor/executable.h"
#include "ops/generated/ops.h"
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

// `ints`: of the one argument that is a list of integers.
ValueId AddCall(FlatProgram& p, const char* name, std::vector<ValueId> operands,
                DataType dtype, const DDim* result_dims = nullptr,
                const std::vector<int64_t>& ints = {}) {
  const OpDef& op = GetOp(name);
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  for (int i = 0; i < args.size; ++i) {
    args.slot[i] = op.schema.args[i].default_value;
    if (op.schema.args[i].type == ArgType::kIntArray) args.slot[i].ints = ints;
  }
  if (op.name == "cast") args.slot[1].i = static_cast<int64_t>(dtype);
  const DDim dims = result_dims ? *result_dims : p.values[operands[0]].dims;
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

// Grows a program by random calls of what the passes look at.
class RandomProgram {
 public:
  explicit RandomProgram(uint32_t seed) : random_(seed) {
    for (int i = 0; i < 2; ++i) {
      values_.push_back(program.AddInput(DataType::kFloat32, {2, 3, 4}));
    }
    const int calls = 4 + Pick(20);
    for (int i = 0; i < calls; ++i) values_.push_back(Next());
    for (int i = 0; i < 4; ++i) {
      program.outputs.push_back({values_[values_.size() - 1 - i], -1});
    }
  }
  FlatProgram program;

 private:
  int Pick(int n) { return static_cast<int>(random_() % n); }
  ValueId Shaped(const char* op, ValueId x, const DDim& dims,
                 const std::vector<int64_t>& ints) {
    return AddCall(program, op, {x}, program.values[x].dtype, &dims, ints);
  }
  ValueId Next() {
    // Mostly what came last: chains are what is simplified.
    const int back = Pick(3) ? 1 : 1 + Pick(static_cast<int>(values_.size()));
    const ValueId x = values_[values_.size() - back];
    const auto [dtype, dims] = program.values[x];
    const std::vector<int64_t> sizes(dims.begin(), dims.end());
    switch (Pick(10)) {
      case 0: {
        std::vector<int64_t> perm;
        DDim moved = dims;
        const int rank = dims.rank(), by = rank ? Pick(rank) : 0;
        for (int i = 0; i < rank; ++i) {
          perm.push_back((i + by) % rank);
          moved[i] = dims[(i + by) % rank];
        }
        return Shaped("transpose", x, moved, perm);
      }
      case 1: {
        static const std::vector<int64_t> shapes[] = {
            {2, 3, 4}, {24}, {6, 4}, {4, 6}, {1, 24}, {4, 3, 2}};
        const auto& shape = shapes[Pick(6)];
        return Shaped("reshape", x, DDim(IntArray(shape)), shape);
      }
      case 2: return Shaped("expand", x, dims, sizes);
      case 3: {
        static const DataType to[] = {DataType::kFloat32, DataType::kFloat64,
                                      DataType::kInt32, DataType::kBFloat16};
        return AddCall(program, "cast", {x}, to[Pick(4)]);
      }
      case 4: return AddCall(program, "neg", {x}, dtype);
      case 5: return AddCall(program, "assign", {x}, dtype);
      case 6: return AddCall(program, "scale", {x}, dtype);
      case 7: {  // of a copy, which is row-major
        const ValueId copy = AddCall(program, "assign", {x}, dtype);
        return Shaped("view_shape", copy, DDim{24}, {24});
      }
      case 8: return AddCall(program, "add", {x, x}, dtype);
      default: {
        Var c = EmptyTensor({}, dtype);
        c->flags |= kNumber;
        const int64_t number = Pick(2);
        VisitDataType(dtype, [&]<typename T>(T) {
          *c->Data<T>() = Scalar(number).To<T>();
        });
        const ValueId k = program.AddConstant(c);
        static const char* ops[] = {"add", "subtract", "multiply"};
        return AddCall(program, ops[Pick(3)], {x, k}, dtype);
      }
    }
  }
  std::mt19937 random_;
  std::vector<ValueId> values_;
};

TEST(Exact, RandomPrograms) {
  size_t gone = 0;
  Var x = EmptyTensor({4, 2, 3}, DataType::kFloat32);
  for (int i = 0; i < 24; ++i) x->Data<float>()[i] = 1.37f * (i - 9);
  x->Data<float>()[3] = -0.0f;
  const Var strided = ops::Transpose(x, {1, 2, 0});
  const Var plain = ops::Assign(strided);
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const RandomProgram made(seed);
    Program program(made.program);
    const Executable before(program.ToFlat());
    program.RunPasses("default");
    const Executable after(program.ToFlat());
    for (const Var& first : {strided, plain}) {
      const auto a = before.Run({first, strided});
      const auto b = after.Run({first, strided});
      for (size_t i = 0; i < a.size(); ++i) ExpectSame(a[i], b[i]);
    }
    ASSERT_FALSE(testing::Test::HasFailure())
        << Program(made.program).ToString();
    gone += before.program().calls.size() - after.program().calls.size();
  }
  EXPECT_GT(gone, 2000u);
}

}  // namespace
}  // namespace paddle::pir
