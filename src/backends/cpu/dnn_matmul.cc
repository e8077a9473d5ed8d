// bfloat16 products on matrix units (AMX), one primitive per shape.
#include <array>

#include "backends/cpu/dnn_handles.h"
#include "backends/cpu/lru_cache.h"
#include "core/dense_tensor.h"

namespace paddle::cpu {
namespace {

using namespace dnn;  // NOLINT

constexpr size_t kMaxMatmuls = 512;
using Key = std::array<int64_t, 8>;

struct Matmul {
  MemoryDesc a, b, c;
  Runnable run;

  static void Describe(bool transposed, int64_t rows, int64_t cols, int64_t ld,
                       MemoryDesc* md) {
    const dnnl_dims_t dims = {rows, cols};
    const dnnl_dims_t strides = {transposed ? 1 : ld, transposed ? ld : 1};
    Check(dnnl_memory_desc_create_with_strides(md->out(), 2, dims, dnnl_bf16,
                                               strides),
          "matrix");
  }
  explicit Matmul(const GemmCall<bfloat16>& g) {
    Describe(g.trans_a, g.m, g.k, g.lda, &a);
    Describe(g.trans_b, g.k, g.n, g.ldb, &b);
    Describe(false, g.m, g.n, g.ldc, &c);
    Check(dnnl_matmul_primitive_desc_create(run.desc.out(), Engine(), a.get(),
                                            b.get(), nullptr, c.get(),
                                            UserScratchpad().get()),
          "matmul");
    run.Finish();
  }
};

}  // namespace

bool HasFastBfloat16() {
  static const bool has =
      (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core_amx) ==
      dnnl_cpu_isa_avx512_core_amx;
  return has;
}

void RunBfloat16(const GemmCall<bfloat16>& g) {
  static auto* cache = new LruCache<Key, Matmul>(kMaxMatmuls);
  const OneOmpThread one;
  const auto matmul =
      cache->Get(Key{g.trans_a, g.trans_b, g.m, g.n, g.k, g.lda, g.ldb, g.ldc},
                 [&] { return std::make_shared<const Matmul>(g); });
  const Var scratch = EmptyTensor(
      {static_cast<int64_t>(matmul->run.scratch_bytes)}, DataType::kUInt8);
  Exec e;
  e.Add(DNNL_ARG_SRC, matmul->a.get(), g.a);
  e.Add(DNNL_ARG_WEIGHTS, matmul->b.get(), g.b);
  e.Add(DNNL_ARG_DST, matmul->c.get(), g.c);
  e.Add(DNNL_ARG_SCRATCHPAD, matmul->run.scratchpad, scratch->data);
  e.Run(matmul->run.primitive, "matmul");
}

}  // namespace paddle::cpu
