// Operators in mixed precision. What is missing here is computed in the widest
// type of its operands, and a composite that is missing by its parts.
#include "ops/amp_policy.h"

namespace paddle {
namespace {

using enum AmpList;

bool IsDense(int64_t channels, int64_t filters, int64_t groups) {
  return groups == 1 || groups != channels || filters % channels != 0;
}
// One channel a group is another operator, which gains nothing.
bool IsDenseConv(const Args& args) {
  const DDim& x = args.dims(0);
  const DDim& w = args.dims(1);
  if (x.rank() < 2 || w.rank() < 2) return true;
  const bool last = args.s("data_format").back() == 'C';
  return IsDense(last ? x.back() : x[1], w[0], args.i("groups"));
}
bool IsDenseConvolution(const Args& args) {
  const DDim& x = args.dims(0);
  return x.rank() <= 4 && IsDense(args.b("channels_last") ? x.back() : x[1],
                                  args.dims(1)[0], args.i("groups"));
}
bool IsPowerByNumber(const Args& args) {
  return args.slot[1].tensor->flags & kNumber;
}

}  // namespace

const std::vector<AmpFact>& AmpFacts() {
  static const auto* facts = new std::vector<AmpFact>{
      {"matmul", kNarrow, "matmul_v2 mul"},
      {"linear", kNarrow, "linear_v2 fused_gemm_epilogue"},
      {"einsum", kNarrow},
      {"attention_with_stats", kNarrow, "flash_attn"},
      {"conv1d", kNarrowBeforeBias, "conv2d", IsDenseConv},
      {"conv2d", kNarrowBeforeBias, "", IsDenseConv},
      {"convolution", kNarrow, "conv2d", IsDenseConvolution},
      {"max_pool_with_index", kNarrow, "max_pool2d_with_index"},

      {"acos", kWide},
      {"asin", kWide},
      {"atanh", kWide},
      {"binary_cross_entropy", kWide, "bce_loss"},
      {"binary_cross_entropy_with_logits", kWide,
       "sigmoid_cross_entropy_with_logits"},
      {"cosh", kWide},
      {"cross_entropy", kWide, "cross_entropy2 softmax_with_cross_entropy"},
      {"cumprod", kWide},
      {"cumsum", kWide},
      {"erfinv", kWide},
      {"exp", kWide},
      {"expm1", kWide},
      {"group_norm", kWide},
      {"layer_norm", kWideOrFirst},
      {"layer_norm_with_stats", kWideOrFirst, "layer_norm"},
      {"log", kWide},
      {"log10", kWide},
      {"log2", kWide},
      {"log_softmax", kWide},
      {"mean", kWide, "reduce_mean"},
      {"nll_loss", kWide},
      {"pow", kWide, "", IsPowerByNumber},
      {"prod", kWide, "reduce_prod"},
      {"reciprocal", kWide},
      {"renorm", kWide},
      {"rsqrt", kWide},
      {"sinh", kWide},
      {"smooth_l1_loss", kWide, "huber_loss"},
      {"softmax", kWide},
      {"softmax_cross_entropy", kWide, "softmax_with_cross_entropy"},
      {"softplus", kWide},
      {"square", kWide},
      {"sum", kWide, "reduce_sum"},
      {"tan", kWide},
      {"tanhshrink", kWide, "tanh_shrink"},

      {"embedding", kAlwaysWide, "lookup_table lookup_table_v2"},
      {"embedding_lookup", kAlwaysWide, "lookup_table lookup_table_v2"},
      {"ctc_loss", kAlwaysWide, "warpctc"},
      {"resize_axis", kAlwaysWide,
       "linear_interp_v2 nearest_interp_v2 bilinear_interp_v2 "
       "bicubic_interp_v2 trilinear_interp_v2"},
      {"scatter", kAlwaysWide},

      {"batch_norm", kFirst, "sync_batch_norm"},
      {"batch_norm_inference", kFirst, "batch_norm"},
      {"batch_norm_with_stats", kFirst, "batch_norm"},

      {"assign", kNever},
      {"cast", kNever},
      {"clone", kNever},
      {"copy_to", kNever},
      {"empty_like", kNever},
      {"full_like", kNever, "fill_any_like"},
      {"ones_like", kNever},
      {"view_dtype", kNever},
      {"zeros_like", kNever},

      // Whole operators elsewhere, so that their parts do not decide.
      {"addmm", kOther},
      {"baddbmm", kOther},
      {"bmm", kOther},
      {"cdist", kOther},
      {"conv1d_transpose", kOther, "conv2d_transpose"},
      {"conv2d_transpose", kOther},
      {"conv3d", kOther},
      {"conv3d_transpose", kOther},
      {"cross", kOther},
      {"dot", kOther},
      {"gru_layer", kOther, "rnn"},
      {"instance_norm", kOther},
      {"kl_div", kOther, "kldiv_loss"},
      {"lstm_layer", kOther, "rnn"},
      {"matrix_power", kOther},
      {"multi_dot", kOther},
      {"mv", kOther},
      {"p_norm", kOther, "pnorm"},
      {"pad", kOther, "pad3d"},
      {"rms_norm", kOther},
      {"rnn_layer", kOther, "rnn"},
      {"std", kOther},
      {"trace", kOther},
      {"var", kOther},

      // Names alone.
      {"add", kOther, "elementwise_add"},
      {"all", kOther, "reduce_all"},
      {"amax", kOther, "reduce_amax"},
      {"amin", kOther, "reduce_amin"},
      {"any", kOther, "reduce_any"},
      {"avg_pool", kOther, "pool2d"},
      {"concat", kOther, "concat"},
      {"divide", kOther, "elementwise_div"},
      {"expand", kOther, "expand_v2"},
      {"floor_divide", kOther, "elementwise_floordiv"},
      {"fmax", kOther, "elementwise_fmax"},
      {"fmin", kOther, "elementwise_fmin"},
      {"hardshrink", kOther, "hard_shrink"},
      {"hardsigmoid", kOther, "hard_sigmoid"},
      {"hardswish", kOther, "hard_swish"},
      {"hardtanh", kOther, "brelu"},
      {"log_sigmoid", kOther, "logsigmoid"},
      {"max", kOther, "reduce_max"},
      {"maximum", kOther, "elementwise_max"},
      {"min", kOther, "reduce_min"},
      {"minimum", kOther, "elementwise_min"},
      {"multiply", kOther, "elementwise_mul"},
      {"remainder", kOther, "elementwise_mod"},
      {"subtract", kOther, "elementwise_sub"},
      {"topk", kOther, "top_k_v2"},
      {"transpose", kOther, "transpose2"},
  };
  return *facts;
}

}  // namespace paddle
