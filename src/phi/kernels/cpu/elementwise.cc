// How a loop is run over tensors of any strides and types.
#include "phi/kernels/cpu/elementwise.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "phi/kernels/cpu/copy.h"
#include "phi/kernels/cpu/stream.h"

namespace paddle::phi::PD_CPU_ISA {
namespace {

// Runs a loop over any number of elements: whole chunks, then what is left.
void RunAny(const Loop& loop, LoopCall call, int64_t n) {
  const int64_t whole = n / kChunk * kChunk;
  if (whole > 0) {
    call.n = whole;
    loop.run(call);
  }
  const int64_t rest = n - whole;
  if (rest == 0) return;
  const int out_size = static_cast<int>(SizeOf(loop.out));
  char* const to = static_cast<char*>(call.out) + whole * out_size;
  for (int k = 0; k < loop.num_inputs; ++k) {
    call.in[k] = static_cast<const char*>(call.in[k]) +
                 call.step[k] * whole * SizeOf(loop.in[k]);
  }
  call.out = to;
  call.n = rest;
  if (rest <= kFew) return loop.run(call);
  // A chunk padded with the last element, of which nothing new can come.
  alignas(64) char tail[kMaxInputs + 1][16 * kChunk];
  for (int k = 0; k < loop.num_inputs; ++k) {
    if (call.step[k] == 0) continue;
    const int size = static_cast<int>(SizeOf(loop.in[k]));
    const char* from = static_cast<const char*>(call.in[k]);
    Fill(from + (rest - 1) * size, tail[k], kChunk, size);
    std::memcpy(tail[k], from, size * rest);
    call.in[k] = tail[k];
  }
  call.out = tail[kMaxInputs];
  call.n = kChunk;
  loop.run(call);
  std::memcpy(to, call.out, rest * out_size);
}

// One operand of a call, seen over the axes of the output.
struct Operand {
  const char* data;
  int size;              // bytes of an element in memory
  Conversion convert;    // to the loop's type
  int loop_size;         // bytes of an element for the loop
  bool repeats = false;  // one block serves the whole call
};

struct Plan {
  const Loop* loop;
  const void* functor;
  int n;  // inputs
  Operand in[kMaxInputs];
  char* out;
  int out_size;      // in memory
  Conversion store;  // from the loop's type
  bool stream;       // the output goes past the caches
};

// The buffers of one thread.
class Worker {
 public:
  explicit Worker(const Plan& plan) : plan_(plan) {
    call_.functor = plan.functor;
    for (const char*& p : filled_) p = nullptr;
  }

  // `count` elements; input k is at[k], every stride[k] elements.
  void Span(const char* const* at, const int64_t* stride, char* out,
            int64_t count) {
    bool direct = plan_.store.num_steps == 0;
    for (int k = 0; k < plan_.n; ++k) {
      const Operand& x = plan_.in[k];
      call_.step[k] = stride[k] != 0;
      if (stride[k] == 0) {
        Splat(k, at[k]);
      } else if (stride[k] == 1 && x.convert.num_steps == 0) {
        call_.in[k] = at[k];
      } else {
        direct = false;
      }
    }
    if (direct && plan_.stream && count >= kBlock) {
      return Stream(at, stride, out, count);
    }
    if (direct) {
      call_.out = out;
      return RunAny(*plan_.loop, call_, count);
    }
    for (int64_t i = 0; i < count; i += kBlock) {
      const int64_t m = std::min<int64_t>(kBlock, count - i);
      for (int k = 0; k < plan_.n; ++k) {
        const Operand& x = plan_.in[k];
        if (stride[k] == 0) continue;
        const char* from = at[k] + i * stride[k] * x.size;
        if (stride[k] != 1) {
          Gather(from, stride[k], raw_[k], m, x.size);
          from = raw_[k];
        }
        SetBlock(k, from, m);
      }
      RunBlock(out + i * plan_.out_size, m);
    }
  }

  // Input k of the next RunBlock: `m` elements in memory, one after another.
  void SetBlock(int k, const char* from, int64_t m) {
    const Operand& x = plan_.in[k];
    call_.step[k] = 1;
    if (x.convert.num_steps > 0) {
      x.convert.Run(from, block_[k], m);
      from = block_[k];
    }
    call_.in[k] = from;
  }
  void RunBlock(char* out, int64_t m) {
    if (plan_.store.num_steps == 0) {
      call_.out = out;
      return RunAny(*plan_.loop, call_, m);
    }
    call_.out = out_;
    RunAny(*plan_.loop, call_, m);
    plan_.store.Run(out_, out, m);
  }
  char* raw(int k) { return raw_[k]; }

 private:
  // A few cache lines at a time.
  void Stream(const char* const* at, const int64_t* stride, char* out,
              int64_t count) {
    const int64_t step = std::max<int64_t>(kChunk, 512 / plan_.out_size);
    for (int64_t i = 0; i < count; i += step) {
      const int64_t m = std::min(step, count - i);
      for (int k = 0; k < plan_.n; ++k) {
        if (stride[k] == 0) continue;
        const char* from = at[k] + i * plan_.in[k].size;
        call_.in[k] = from;
        for (int64_t b = 0; b < m * plan_.in[k].size; b += 64) {
          PrefetchAhead(from + b);
        }
      }
      call_.out = out_;
      RunAny(*plan_.loop, call_, m);
      StreamCopy(out_, out + i * plan_.out_size, m * plan_.out_size);
    }
    FinishStream();
  }
  void Splat(int k, const char* from) {
    call_.in[k] = block_[k];
    if (filled_[k] == from) return;
    filled_[k] = from;
    const Operand& x = plan_.in[k];
    alignas(16) char value[16];
    if (x.convert.num_steps > 0) {
      x.convert.Run(from, value, 1);
      from = value;
    }
    Fill(from, block_[k], kChunk, x.loop_size);
  }

  const Plan& plan_;
  LoopCall call_;
  const char* filled_[kMaxInputs];
  alignas(64) char raw_[kMaxInputs][kBlockBytes];
  alignas(64) char block_[kMaxInputs][kBlockBytes];
  alignas(64) char out_[kBlockBytes];
};

void RunContiguous(const Plan& plan, const int64_t* stride, int64_t n) {
  ParallelFor(n, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    Worker worker(plan);
    const char* at[kMaxInputs];
    for (int k = 0; k < plan.n; ++k) {
      at[k] = plan.in[k].data + begin * stride[k] * plan.in[k].size;
    }
    worker.Span(at, stride, plan.out + begin * plan.out_size, end - begin);
  });
}

// Long inner runs: each is one call of the loop.
template <int N>
void RunSpans(const Plan& plan, const StridedRange<N>& range) {
  int64_t stride[kMaxInputs];
  for (int k = 0; k < plan.n; ++k) stride[k] = range.inner_stride[k + 1];
  if (range.outer == 1) return RunContiguous(plan, stride, range.inner);
  const int64_t grain = std::max<int64_t>(1, kElementwiseGrain / range.inner);
  ParallelFor(range.outer, grain, [&](int64_t begin, int64_t end) {
    Worker worker(plan);
    range.ForEach(begin, end, [&](const int64_t* offset) {
      const char* at[kMaxInputs];
      for (int k = 0; k < plan.n; ++k) {
        at[k] = plan.in[k].data + offset[k + 1] * plan.in[k].size;
      }
      worker.Span(at, stride, plan.out + offset[0] * plan.out_size,
                  range.inner);
    });
  });
}

// Short inner runs: blocks of the output, inputs gathered where they are not
// dense. An input that repeats itself is gathered once.
void RunBlocks(Plan& plan, const DDim& dims, int64_t numel,
               const int64_t (*strides)[kMaxRank]) {
  StridedWalk walk[kMaxInputs];
  int64_t block = kBlock;
  for (int k = 0; k < plan.n; ++k) {
    walk[k] = StridedWalk(dims, strides[k]);
    const int64_t period = walk[k].period();
    if (period < numel && period <= kBlock && kBlock % period == 0) {
      plan.in[k].repeats = true;
    } else if (period < numel && period <= kBlock && block == kBlock) {
      block = kBlock / period * period;
      plan.in[k].repeats = true;
    }
  }
  for (int k = 0; k < plan.n; ++k) {  // all must agree with the block
    plan.in[k].repeats &= block % walk[k].period() == 0;
  }
  const int64_t num_blocks = (numel + block - 1) / block;
  ParallelFor(num_blocks, kElementwiseGrain / block,
              [&](int64_t first, int64_t last) {
                Worker worker(plan);
                for (int64_t b = first; b < last; ++b) {
                  const int64_t at = b * block;
                  const int64_t m = std::min(block, numel - at);
                  for (int k = 0; k < plan.n; ++k) {
                    const Operand& x = plan.in[k];
                    if (walk[k].dense()) {
                      worker.SetBlock(k, x.data + at * x.size, m);
                    } else if (!x.repeats || b == first) {
                      walk[k].Read(x.data, x.size, at, m, worker.raw(k));
                      worker.SetBlock(k, worker.raw(k), m);
                    }
                  }
                  worker.RunBlock(plan.out + at * plan.out_size, m);
                }
              });
}

void DropLeadingAxis(DenseTensor* t) {
  t->dims.erase(0);
  for (int a = 0; a < t->rank(); ++a) t->strides[a] = t->strides[a + 1];
}

// Rows [begin, begin + count) of axis 0 of `t`, read over `dims` by `strides`.
void TakeRows(const DenseTensor& t, const DDim& dims, const int64_t* strides,
              int64_t begin, int64_t count, DenseTensor* rows) {
  rows->dims = dims;
  rows->dims[0] = count;
  rows->dtype = t.dtype;
  for (int a = 0; a < dims.rank(); ++a) rows->strides[a] = strides[a];
  FinishStrides(rows);
  rows->data = t.Data<char>() +
               begin * strides[0] * static_cast<int64_t>(SizeOf(t.dtype));
}

constexpr int64_t kSlab = 1 << 18;  // elements: what stays in the L2 cache

// Large inputs that lie across the output (transposed ones, say) are copied a
// slab of rows at a time: whole cache lines are read, by tiles.
void RunSlabs(const Loop& loop, const DenseTensor* const* in, uint32_t across,
              const int64_t (*strides)[kMaxRank], DenseTensor* out,
              const void* functor) {
  const int64_t per_row = out->numel / out->dims[0];
  const int64_t rows = std::max<int64_t>(1, kSlab / per_row);
  const int64_t slabs = (out->dims[0] + rows - 1) / rows;
  ParallelFor(slabs, 1, [&](int64_t first, int64_t last) {
    std::unique_ptr<char[]> buffer[kMaxInputs];
    for (int64_t s = first; s < last; ++s) {
      const int64_t begin = s * rows;
      const int64_t count = std::min(rows, out->dims[0] - begin);
      DenseTensor view[kMaxInputs], packed[kMaxInputs], target;
      const DenseTensor* slab_in[kMaxInputs];
      TakeRows(*out, out->dims, strides[0], begin, count, &target);
      for (int k = 0; k < loop.num_inputs; ++k) {
        TakeRows(*in[k], out->dims, strides[k + 1], begin, count, &view[k]);
        slab_in[k] = &view[k];
        if (!(across >> k & 1) || per_row > kSlab) continue;
        packed[k].dims = target.dims;
        packed[k].dtype = in[k]->dtype;
        SetContiguous(&packed[k]);
        if (!buffer[k]) {
          buffer[k].reset(new char[rows * per_row * SizeOf(in[k]->dtype)]);
        }
        packed[k].data = buffer[k].get();
        CopyTensor(view[k], &packed[k]);
        slab_in[k] = &packed[k];
      }
      if (per_row > kSlab) {  // one row, cut further along its own axes
        for (int k = 0; k < loop.num_inputs; ++k) DropLeadingAxis(&view[k]);
        DropLeadingAxis(&target);
      }
      RunElementwise(loop, slab_in, &target, functor);
    }
  });
}

constexpr int64_t kLongRun = 160;  // below it, blocks beat spans

struct ConvertCall {
  Conversion convert;
  int64_t from_size, to_size;
};

// A number beside narrow floats, as it was written.
void TakeWide(const DenseTensor& number, DenseTensor* wide) {
  wide->dtype = DataType::kFloat32;
  wide->data = WideValue(number);
}

PD_NOINLINE void RunGeneral(const Loop& loop, const DenseTensor* const* given,
                            DenseTensor* out, const void* functor) {
  const int64_t n = out->numel;
  if (n == 0) return;
  const DenseTensor* in[kMaxInputs];
  DenseTensor wide[kMaxInputs];
  for (int k = 0; k < loop.num_inputs; ++k) {
    in[k] = given[k];
    if (PD_LIKELY(!(given[k]->flags & kWideNumber))) continue;
    TakeWide(*given[k], &wide[k]);
    in[k] = &wide[k];
  }
  Plan plan;
  plan.loop = &loop;
  plan.functor = functor;
  plan.n = loop.num_inputs;
  plan.out = static_cast<char*>(out->data);
  plan.out_size = static_cast<int>(SizeOf(out->dtype));
  if (out->dtype != loop.out) plan.store = ConversionOf(loop.out, out->dtype);
  bool plain = true;
  plan.stream = n * plan.out_size >= kStreamBytes;
  int64_t flat[kMaxInputs];
  for (int k = 0; k < plan.n; ++k) {
    const DenseTensor& t = *in[k];
    Operand& x = plan.in[k];
    x.data = static_cast<const char*>(t.data);
    x.size = static_cast<int>(SizeOf(t.dtype));
    x.loop_size = static_cast<int>(SizeOf(loop.in[k]));
    if (t.dtype != loop.in[k]) x.convert = ConversionOf(t.dtype, loop.in[k]);
    flat[k] = t.numel == 1 ? 0 : 1;
    plan.stream &= t.data != out->data;  // those lines are in the caches
    plain &= t.numel == 1 || (t.numel == n && t.contiguous());
  }
  if (plain) return RunContiguous(plan, flat, n);
  // The output first, then the inputs.
  int64_t strides[kMaxInputs + 1][kMaxRank];
  for (int k = 0; k <= plan.n; ++k) {
    BroadcastStrides(k == 0 ? *out : *in[k - 1], out->dims, strides[k]);
  }
  auto run = [&]<int N>(std::integral_constant<int, N>) {
    const StridedRange<N> range(
        out->dims, reinterpret_cast<const int64_t(&)[N][kMaxRank]>(strides));
    if (range.inner >= kLongRun) {
      uint32_t across = 0;
      for (int k = 0; k < plan.n; ++k) {
        if (range.inner_stride[k + 1] > 8) across |= 1u << k;
      }
      if (across && range.outer > 1 && n >= kSlab && out->dims[0] > 0) {
        return RunSlabs(loop, in, across, strides, out, functor);
      }
      return RunSpans(plan, range);
    }
    RunBlocks(plan, out->dims, n, strides + 1);
  };
  switch (plan.n) {
    case 1: return run(std::integral_constant<int, 2>());
    case 2: return run(std::integral_constant<int, 3>());
    case 3: return run(std::integral_constant<int, 4>());
    default: return run(std::integral_constant<int, 5>());
  }
}

// A conversion as a loop.
void ConvertLoop(const LoopCall& call) {
  const auto& c = *static_cast<const ConvertCall*>(call.functor);
  const int64_t block = call.step[0] == 0 ? kChunk : kBlock;
  for (int64_t i = 0; i < call.n; i += block) {
    const int64_t m = std::min(block, call.n - i);
    c.convert.Run(
        static_cast<const char*>(call.in[0]) + i * call.step[0] * c.from_size,
        static_cast<char*>(call.out) + i * c.to_size, m);
  }
}

}  // namespace

void ConvertElements(const DenseTensor& x, DenseTensor* out) {
  const ConvertCall c{ConversionOf(x.dtype, out->dtype),
                      static_cast<int64_t>(SizeOf(x.dtype)),
                      static_cast<int64_t>(SizeOf(out->dtype))};
  const Loop loop{&ConvertLoop, 1, {x.dtype}, out->dtype};
  const DenseTensor* in = &x;
  RunElementwise(loop, &in, out, &c);
}

void RunElementwise(const Loop& loop, const DenseTensor* const* in,
                    DenseTensor* out, const void* functor) {
  const int64_t n = out->numel;
  bool plain = n <= kElementwiseGrain && out->dtype == loop.out;
  LoopCall call;
  for (int k = 0; k < loop.num_inputs; ++k) {
    const DenseTensor& t = *in[k];
    plain &= t.contiguous() & (t.numel == n) & (t.dtype == loop.in[k]);
    call.in[k] = t.data;
    call.step[k] = 1;
  }
  if (PD_UNLIKELY(!plain)) return RunGeneral(loop, in, out, functor);
  call.out = out->data;
  call.functor = functor;
  call.n = n;
  if (n <= kFew) return loop.run(call);
  RunAny(loop, call, n);
}

}  // namespace paddle::phi::PD_CPU_ISA
