// A plan gives what running call by call gives, whatever shares memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <thread>

#include "executor/executable.h"
#include "executor/memory_plan.h"
#include "ops/generated/ops.h"

namespace paddle {
namespace {

using pir::FlatProgram;
using pir::ValueId;

Var Random(const DDim& dims, DataType dtype, uint32_t seed) {
  std::mt19937 random(seed);
  Var v = EmptyTensor(dims, dtype);
  VisitDataType(dtype, [&]<typename T>(T) {
    for (int64_t i = 0; i < v->numel; ++i) {
      const double x = static_cast<double>(random() % 2000) / 500.0 + 0.25;
      v->Data<T>()[i] = Scalar(x).To<T>();
    }
  });
  return v;
}

bool SameBits(const Var& a, const Var& b) {
  return a->dtype == b->dtype && a->dims == b->dims &&
         std::memcmp(a->data, b->data, a->bytes()) == 0;
}

struct Called {
  Called(FlatProgram& p, const char* name, std::vector<ValueId> operands)
      : op(GetOp(name)), args(op), program(p), in(std::move(operands)) {
    args.size = static_cast<int>(op.schema.args.size());
    for (int i = 0; i < args.size; ++i) {
      args.slot[i] = op.schema.args[i].default_value;
    }
  }
  ValueId To(DataType dtype, const DDim& dims) {
    const ValueId result = program.AddValue(dtype, dims);
    pir::Call& call = program.AddCall(op, args);
    call.operands = in;
    call.results = {result};
    if (op.writes) {
      const pir::ValueType before = program.values[in[0]];
      call.results.push_back(program.AddValue(before.dtype, before.dims));
    }
    return call.results.back();
  }
  const OpDef& op;
  Args args;
  FlatProgram& program;
  std::vector<ValueId> in;
};

ValueId Same(FlatProgram& p, const char* op, std::vector<ValueId> in) {
  const pir::ValueType type = p.values[in[0]];
  return Called(p, op, std::move(in)).To(type.dtype, type.dims);
}

// Runs a program by its plan, twice, and call by call.
void ExpectSame(const FlatProgram& program, const std::vector<Var>& inputs) {
  const auto copies = [&] {
    std::vector<Var> c;
    for (const Var& v : inputs) {
      c.push_back(
          v->contiguous()
              ? ops::Assign(v)
              : ops::Transpose(ops::Assign(ops::Transpose(v, {1, 0})), {1, 0}));
    }
    return c;
  };
  FlatProgram p;
  const Executable executable(
      std::shared_ptr<const FlatProgram>(&program, [](auto*) {}));
  std::vector<Var> a = copies(), b = copies();
  const std::vector<Var> expected = executable.Interpret(a);
  ASSERT_TRUE(executable.PlanFor(b));
  for (int run = 0; run < 2; ++run) {
    b = copies();
    const std::vector<Var> got = executable.Run(b);
    for (size_t i = 0; i < got.size(); ++i) {
      const int into = program.outputs[i].into;
      EXPECT_TRUE(SameBits(ops::Assign(got[i]), ops::Assign(expected[i])))
          << "output " << i;
      if (into >= 0) {
        EXPECT_EQ(got[i].get(), b[into].get());
      }
      for (size_t k = 0; into < 0 && k < b.size(); ++k) {
        EXPECT_NE(got[i]->storage, b[k]->storage);
      }
      for (size_t k = 0; into < 0 && k < i; ++k) {
        EXPECT_NE(got[i]->storage, got[k]->storage);
      }
    }
    for (size_t i = 0; i < b.size(); ++i) {
      EXPECT_TRUE(SameBits(ops::Assign(a[i]), ops::Assign(b[i])))
          << "input " << i;
    }
  }
}

// Calls that share, overwrite and move memory, in any order.
FlatProgram RandomProgram(uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](size_t n) { return static_cast<int>(random() % n); };
  const DDim dims{4, 6};
  FlatProgram p;
  std::vector<ValueId> same;  // of these dims
  const int inputs = 1 + pick(4);
  for (int i = 0; i < inputs; ++i) {
    same.push_back(p.AddInput(DataType::kFloat32, dims));
  }
  const int calls = 3 + pick(25);
  for (int i = 0; i < calls; ++i) {
    const ValueId x =
        same[same.size() - 1 - pick(std::min<size_t>(same.size(), 4))];
    const ValueId y = same[pick(same.size())];
    switch (pick(9)) {
      case 0: same.push_back(Same(p, "add", {x, y})); break;
      case 1: same.push_back(Same(p, "multiply", {y, x})); break;
      case 2: same.push_back(Same(p, "tanh", {x})); break;
      case 3: same.push_back(Same(p, "assign", {x})); break;
      case 4: {  // a write into a part
        Called part(p, "basic_index", {y});
        const std::vector<int64_t> spec = {0, 1, 1, 1, 1, 0, 6, 1};
        part.args.slot[1].ints = spec;
        const ValueId row = part.To(DataType::kFloat32, {6});
        Called update(p, "strided_update", {x, row});
        const std::vector<int64_t> stride = {1};
        update.args.slot[2].ints = stride;
        update.args.slot[3].i = 24 * pick(4);
        same.push_back(update.To(DataType::kFloat32, dims));
        break;
      }
      case 5: same.push_back(Same(p, "copy_into", {x, y})); break;
      case 6: {  // views, and back
        Called flat(p, "reshape", {x});
        const std::vector<int64_t> shape = {6, 4}, perm = {1, 0};
        flat.args.slot[1].ints = shape;
        const ValueId turned = flat.To(DataType::kFloat32, {6, 4});
        Called transposed(p, "transpose", {turned});
        transposed.args.slot[1].ints = perm;
        same.push_back(transposed.To(DataType::kFloat32, dims));
        break;
      }
      case 7: {
        Called cast(p, "cast", {x});
        cast.args.slot[1].i = static_cast<int64_t>(DataType::kInt32);
        const ValueId whole = cast.To(DataType::kInt32, dims);
        Called back(p, "cast", {whole});
        back.args.slot[1].i = static_cast<int64_t>(DataType::kFloat32);
        same.push_back(back.To(DataType::kFloat32, dims));
        break;
      }
      default: same.push_back(Same(p, "softmax", {x})); break;
    }
  }
  for (int i = 0; i < inputs; ++i) {
    if (pick(2)) p.outputs.push_back({same[pick(same.size())], i});
  }
  const int outputs = 1 + pick(3);
  for (int i = 0; i < outputs; ++i) {
    p.outputs.push_back(
        {same[same.size() - 1 - pick(std::min<size_t>(same.size(), 5))], -1});
  }
  return p;
}

TEST(Plan, RandomProgramsAsCallByCall) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const FlatProgram p = RandomProgram(seed);
    std::vector<Var> inputs;
    for (size_t i = 0; i < p.inputs.size(); ++i) {
      Var v = Random({4, 6}, DataType::kFloat32, seed + 7 * i);
      if (seed % 5 == 4)
        v = ops::Transpose(Random({6, 4}, v->dtype, i), {1, 0});
      inputs.push_back(v);
    }
    ExpectSame(p, inputs);
    if (HasFailure()) break;
  }
}

// Elementwise kernels may write over an operand that dies.
TEST(Plan, EveryElementwiseKernelOverItsOperands) {
  int tried = 0;
  for (const OpDef* op : AllOps()) {
    if (!op->Has(kElementwise) || op->list_mask || op->Has(kRandom) ||
        op->schema.outs.size() != 1 || op->writes) {
      continue;
    }
    const int operands = __builtin_popcount(op->tensor_mask);
    bool defaults = true;
    for (size_t i = 0; i < op->schema.args.size(); ++i) {
      defaults &= (op->tensor_mask >> i & 1) || op->schema.args[i].has_default;
    }
    if (!defaults || operands > 3) continue;
    for (DataType dtype :
         {DataType::kFloat32, DataType::kInt64, DataType::kBFloat16,
          DataType::kFloat64, DataType::kBool}) {
      if (!(op->dtypes & Bit(dtype))) continue;
      for (int64_t n : {1, 3, 70, 5000}) {
        for (int over = 0; over <= operands; ++over) {
          SCOPED_TRACE(op->name + " " + Name(dtype) + " " + std::to_string(n) +
                       " over " + std::to_string(over));
          FlatProgram p;
          const DDim dims{n};
          const ValueId x = p.AddInput(dtype, dims);
          const ValueId y = p.AddInput(dtype, dims);
          std::vector<ValueId> in(operands, y);
          Called twice(p, "tile", {x});
          const std::vector<int64_t> once = {1};
          twice.args.slot[1].ints = once;
          const ValueId t = twice.To(dtype, dims);
          for (int k = 0; k < operands; ++k) {
            if (k == over || over == operands) in[k] = t;
          }
          DataType result = dtype;
          const Var a = Random(dims, dtype, 1), b = Random(dims, dtype, 2);
          try {
            Called call(p, op->name.c_str(), in);
            call.To(dtype, dims);
            p.outputs = {{p.calls.back().results[0], -1}};
            const Executable probe{
                std::shared_ptr<const FlatProgram>(&p, [](auto*) {})};
            result = probe.Interpret({a, b})[0]->dtype;
          } catch (const Error&) {
            continue;  // such a call is not possible
          }
          p.values[p.outputs[0].value].dtype = result;
          ExpectSame(p, {a, b});
          ++tried;
          if (HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(tried, 1000);
}

TEST(Plan, BlocksDoNotOverlap) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<executor::Block> blocks(1 + random() % 60);
    size_t live[100] = {};
    for (auto& b : blocks) {
      b.first = static_cast<int>(random() % 90);
      b.last = b.first + static_cast<int>(random() % 10);
      b.bytes = 64 * (1 + random() % 100);
      for (int t = b.first; t <= b.last; ++t) live[t] += b.bytes;
    }
    const int64_t size = executor::PlaceBlocks(blocks);
    for (size_t i = 0; i < blocks.size(); ++i) {
      const auto& a = blocks[i];
      EXPECT_LE(a.offset + static_cast<int64_t>(a.bytes), size);
      for (size_t j = 0; j < i; ++j) {
        const auto& b = blocks[j];
        if (a.last < b.first || b.last < a.first) continue;
        EXPECT_TRUE(a.offset + static_cast<int64_t>(a.bytes) <= b.offset ||
                    b.offset + static_cast<int64_t>(b.bytes) <= a.offset);
      }
    }
    const auto least = *std::max_element(live, live + 100);
    EXPECT_LE(size, static_cast<int64_t>(least * 5 / 4));
  }
}

FlatProgram Chain(int length) {
  FlatProgram p;
  ValueId v = p.AddInput(DataType::kFloat32, {1000});
  for (int i = 0; i < length; ++i) v = Same(p, "tanh", {v});
  p.outputs = {{v, -1}};
  return p;
}

TEST(Plan, AChainNeedsNoMemoryButItsResult) {
  const Executable e(Chain(10));
  const Var x = Random({1000}, DataType::kFloat32, 0);
  e.Run({x});
  const auto usage = e.LastPlan()->usage();
  EXPECT_EQ(usage.arena, 0);
  EXPECT_EQ(usage.outputs, 4000);
  EXPECT_EQ(usage.tensors, 40000);
}

TEST(Plan, AllocatesOnlyWhatEscapes) {
  const Executable e(Chain(50));
  const Var x = Random({1000}, DataType::kFloat32, 0);
  e.Run({x});
  const auto used = [] {
    int64_t n = 0;
    for (const auto& c : State().classes) n += c.used;
    return n;
  };
  const int64_t before = used();
  const std::vector<Var> out = e.Run({x});
  EXPECT_EQ(used() - before, 2);  // the tensor and its memory
}

TEST(Plan, ManyThreadsAtOnce) {
  const Executable e(Chain(20));
  const Var x = Random({1000}, DataType::kFloat32, 3);
  const Var expected = e.Run({x})[0];
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        if (!SameBits(e.Run({x})[0], expected)) ++wrong;
      }
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Plan, OtherSizesAreOtherPlans) {
  const Executable e(Chain(3));
  for (int64_t n = 1; n < 40; ++n) {
    const Var x = Random({n}, DataType::kFloat32, 3);
    EXPECT_EQ(e.Run({x})[0]->dims, DDim{n});
  }
}

TEST(Plan, AFailingKernelLeavesItUsable) {
  FlatProgram p;
  const ValueId x = p.AddInput(DataType::kFloat32, {3, 4});
  const ValueId at = p.AddInput(DataType::kInt64, {2});
  const ValueId y = Same(p, "tanh", {x});
  Called pick(p, "gather", {y, at});
  p.outputs = {{pick.To(DataType::kFloat32, {2, 4}), -1}};
  const Executable e(std::move(p));
  const Var data = Random({3, 4}, DataType::kFloat32, 0);
  Var index = EmptyTensor({2}, DataType::kInt64);
  index->Data<int64_t>()[0] = 0;
  index->Data<int64_t>()[1] = 2;
  const Var expected = e.Run({data, index})[0];
  index->Data<int64_t>()[1] = 77;
  EXPECT_THROW(e.Run({data, index}), Error);
  index->Data<int64_t>()[1] = 2;
  EXPECT_TRUE(SameBits(e.Run({data, index})[0], expected));
}

int interrupts = 0;
TEST(Plan, AnInterruptEndsARun) {
  struct Restore {
    void (*before)() = executor::check_interrupt;
    ~Restore() { executor::check_interrupt = before; }
  } restore;
  const Executable e(Chain(50000));
  const Var x = Random({1000}, DataType::kFloat32, 0);
  executor::check_interrupt = [] {
    if (++interrupts == 2) throw std::runtime_error("interrupt");
  };
  EXPECT_THROW(e.Run({x}), std::runtime_error);
  executor::check_interrupt = [] {};
  EXPECT_EQ(e.Run({x}).size(), 1u);
}

Var Weight(const DDim& dims, uint32_t seed) {
  Var w = Random(dims, DataType::kFloat32, seed);
  w->flags |= kPersistable;
  return w;
}

// x * exp(w): the exponential follows from the weight.
FlatProgram Scaled() {
  FlatProgram p;
  const ValueId x = p.AddInput(DataType::kFloat32, {40});
  const ValueId w = p.AddInput(DataType::kFloat32, {40});
  p.outputs = {{Same(p, "multiply", {x, Same(p, "exp", {w})}), -1}};
  return p;
}

TEST(Constants, FollowWeightsAndTheirVersions) {
  const Executable e(Scaled());
  const Var x = Random({40}, DataType::kFloat32, 1), w = Weight({40}, 2);
  const auto expect = [&](const Var& weight) {
    EXPECT_TRUE(SameBits(e.Run({x, weight})[0], e.Interpret({x, weight})[0]));
  };
  expect(w);
  const auto plan = e.LastPlan();
  EXPECT_EQ(plan->num_steps(), 1u);
  EXPECT_EQ(plan->usage().cached, 160);
  w->Data<float>()[3] = 7;  // in silence: what is cached stays
  EXPECT_FALSE(SameBits(e.Run({x, w})[0], e.Interpret({x, w})[0]));
  w->BumpVersion();
  expect(w);
  expect(Weight({40}, 5));
  for (uint32_t seed = 0; seed < 20; ++seed) {  // memory is used again
    expect(Weight({40}, seed));
    expect(Weight({40}, seed + 50));
  }
  for (int step = 0; step < 5; ++step) {  // as in training
    w->Data<float>()[step] += 1;
    w->BumpVersion();
    expect(w);
    expect(w);
    w->Data<float>()[step] += 1;
    w->BumpVersion();
    expect(w);
  }
  expect(Random({40}, DataType::kFloat32, 6));  // no weight: another plan
  expect(w);
}

TEST(Constants, AreNotWhatTheProgramWrites) {
  FlatProgram p;
  const ValueId x = p.AddInput(DataType::kFloat32, {40});
  const ValueId w = p.AddInput(DataType::kFloat32, {40});
  const ValueId e = Same(p, "exp", {w});
  p.outputs = {{Same(p, "multiply", {x, e}), -1}, {Same(p, "add", {w, x}), 1}};
  const Executable executable(std::move(p));
  const Var in = Random({40}, DataType::kFloat32, 1);
  const Var a = Weight({40}, 2), b = Weight({40}, 2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(
        SameBits(executable.Run({in, a})[0], executable.Interpret({in, b})[0]));
    EXPECT_TRUE(SameBits(a, b));
  }
}

TEST(Constants, ConvolutionsArePacked) {
  FlatProgram p;
  const DDim dims{2, 32, 9, 9};
  const ValueId x = p.AddInput(DataType::kFloat32, dims);
  const ValueId w = p.AddInput(DataType::kFloat32, {32, 32, 3, 3});
  Called conv(p, "convolution", {x, w, pir::kNoValue});
  const std::vector<int64_t> one = {1, 1}, pad = {1, 1, 1, 1};
  conv.args.slot[3].ints = one;
  conv.args.slot[4].ints = pad;
  conv.args.slot[5].ints = one;
  conv.args.slot[6].i = 1;
  conv.args.slot[7].i = 0;
  p.outputs = {{conv.To(DataType::kFloat32, dims), -1}};
  const Executable e(std::move(p));
  const Var in = Random(dims, DataType::kFloat32, 1);
  const Var weight = Weight({32, 32, 3, 3}, 2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(SameBits(e.Run({in, weight})[0], e.Interpret({in, weight})[0]));
    weight->Data<float>()[i] += 1;
    weight->BumpVersion();
  }
  EXPECT_GE(e.LastPlan()->usage().cached, 4 * 32 * 32 * 9);
}

// y = tanh(x) is needed at the end once more, and cheaper to make again than to
// keep while `length` larger sums are alive.
TEST(Rematerialize, LowersThePeakAndChangesNoBit) {
  FlatProgram p;
  const DDim dims{1 << 18};
  const ValueId x = p.AddInput(DataType::kFloat32, dims);
  std::vector<ValueId> early;
  for (int i = 0; i < 6; ++i) {
    Called scale(p, "scale", {x});
    scale.args.slot[1].scalar = Scalar(0.5 + i);
    early.push_back(scale.To(DataType::kFloat32, dims));
  }
  ValueId v = x;
  for (ValueId e : early) v = Same(p, "multiply", {v, Same(p, "sin", {e})});
  v = Same(p, "cumsum", {v});
  for (size_t i = early.size(); i-- > 0;) v = Same(p, "add", {v, early[i]});
  p.outputs = {{v, -1}};
  const Var in = Random(dims, DataType::kFloat32, 0);
  ExpectSame(p, {in});
  const Executable e(std::move(p));
  e.Run({in});
  // Without it, six of them wait.
  EXPECT_LT(e.LastPlan()->usage().arena, 4 * (4 << 18));
}

}  // namespace
}  // namespace paddle
