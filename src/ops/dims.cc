#include "ops/dims.h"

#include <algorithm>
#include <numeric>

#include "ops/builder.h"

namespace paddle {

void CheckAxes(const Args& args) {
  AxisMap map(args.op->name.c_str());
  MapAxes(args, map);
}

AxisLinks::AxisLinks(const Args& args, AxisMap& map) : map_(map) {
  const OpDef& op = *args.op;
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    in_dims_.push_back(t ? t->dims : DDim());
    in_.push_back(&map.AddInput(in_dims_.back().rank()));
  });
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  {
    Args copy = Args::Borrow(args);  // promotion would change the caller's
    BuilderGuard shapes_only(MetaBuilder());
    Dispatch(op, copy, outs);
  }
  for (int i = 0; i < outs.size(); ++i) {
    out_dims_.push_back(outs[i]->dims);
    out_.push_back(&map.AddOutput(outs[i]->rank()));
  }
}

AxisLinks::~AxisLinks() {
  for (size_t k = 0; k < in_.size(); ++k) {
    for (int a = 0; a < in_[k]->rank; ++a) {
      if (in_[k]->factor[a] != AxisMap::kUnset) continue;
      AxisMap::Set(*in_[k], a, map_.Whole(in_dims_[k][a]));
    }
  }
  for (size_t k = 0; k < out_.size(); ++k) {
    for (int a = 0; a < out_[k]->rank; ++a) {
      if (out_[k]->factor[a] != AxisMap::kUnset) continue;
      AxisMap::SetFixed(*out_[k], a, out_dims_[k][a]);
    }
  }
}

int AxisLinks::Pass(int k, int axis, int out_axis) {
  const int f = map_.Pass(in_dims_[k][axis]);
  In(k, axis, f);
  Out(0, out_axis, f);
  return f;
}

void AxisLinks::Broadcast(int k, const std::vector<int>& factors) {
  const int lead = static_cast<int>(factors.size()) - in_[k]->rank;
  for (int a = 0; a < in_[k]->rank; ++a) {
    const int f = lead + a < 0 ? AxisMap::kUnset : factors[lead + a];
    if (f != AxisMap::kUnset && map_.factor(f).size == in_dims_[k][a]) {
      In(k, a, f);
    }
  }
}

void AxisLinks::Elementwise(int k, int o) {
  std::vector<int> factors;
  for (int a = 0; a < out_[o]->rank; ++a) {
    if (out_[o]->factor[a] == AxisMap::kUnset) {
      Out(o, a, map_.Pass(out_dims_[o][a]));
    }
    factors.push_back(out_[o]->factor[a]);
  }
  Broadcast(k, factors);
}

void EnforceTypes(const Args& args, const char* letters) {
  const OpDef& op = *args.op;
  const DataType key = args.slot[op.key_arg].tensor->dtype;
  for (uint32_t m = op.tensor_mask; m; m &= m - 1, ++letters) {
    if (!*letters) return;
    const int arg = __builtin_ctz(m);
    const DenseTensor* t = args.slot[arg].tensor;
    DataType expected = key;
    switch (*letters) {
      case 'T': break;
      case 'S':
        if (key != DataType::kFloat64) expected = DataType::kFloat32;
        break;
      case 'i': expected = DataType::kInt64; break;
      case 'b': expected = DataType::kBool; break;
      case 'u': expected = DataType::kUInt8; break;
      default: continue;
    }
    PADDLE_ENFORCE(
        !t || t->dtype == expected,
        errors::InvalidType("%s: `%s` has the wrong dtype.", op.name.c_str(),
                            op.schema.args[arg].name.c_str())
            .Expected(Name(expected))
            .Received(Name(t->dtype)));
  }
}

void ShapeDimsAt(int arg, FactorKind kind, const Args& args, AxisMap& map) {
  const IntArray shape = args.slot[arg].ints;
  auto& out = map.AddOutput(shape.size());
  for (int i = 0; i < shape.size(); ++i) {
    const int f =
        kind == FactorKind::kPass ? map.Pass(shape[i]) : map.Whole(shape[i]);
    AxisMap::Set(out, i, f);
    map.AddSizeArg(arg, i, f);
  }
}

void ShapeDims(const Args& args, AxisMap& map) {
  ShapeDimsAt(0, FactorKind::kPass, args, map);
}

ReshapedAxes::ReshapedAxes(const DDim& from, const DDim& to) {
  int i = 0, o = 0;
  if (Product(from) == 0) {  // of nothing, axes that stay can be told
    for (; i < from.rank() && i < to.rank() && from[i] == to[i]; ++i) {
      pairs.push_back({i, i, from[i], 1, 1});
    }
    return;
  }
  while (true) {
    while (i < from.rank() && from[i] == 1) ++i;
    while (o < to.rank() && to[o] == 1) ++o;
    if (i >= from.rank() || o >= to.rank()) return;
    const int64_t a = from[i], b = to[o], n = std::gcd(a, b);
    if (n > 1) pairs.push_back({i, o, n, a / n, b / n});
    // To the end of the axes that share these elements.
    int64_t left = a, right = b;
    ++i;
    ++o;
    while (left != right) {
      if (left < right) {
        left *= from[i++];
      } else {
        right *= to[o++];
      }
    }
  }
}

void ReshapeDims(const Args& args, AxisMap& map, int shape_arg) {
  AxisLinks links(args, map);
  for (const auto& p : ReshapedAxes(links.in(0), links.out(0)).pairs) {
    const int f = map.Pass(p.size);
    links.In(0, p.from, f, p.from_each);
    links.Out(0, p.to, f, p.to_each);
    // -1 is deduced, 0 copied: they follow by themselves.
    if (shape_arg >= 0 && args.slot[shape_arg].ints[p.to] > 0) {
      map.AddSizeArg(shape_arg, p.to, f, p.to_each);
    }
  }
}

}  // namespace paddle
