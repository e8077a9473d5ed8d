// Dims of a composite, as they follow from the operators it is made of: its
// decomposition runs on shapes, and axes that share a factor on the way become
// one.
#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_map>

#include "ops/builder.h"
#include "ops/promote.h"

namespace paddle {
namespace {

class Derivation final : public Builder {
 public:
  explicit Derivation(const Args& call)
      : call_(call), shapes_(Args::Borrow(call)) {
    const OpDef& op = *call.op;
    for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
      const int i = __builtin_ctz(m);
      if (op.tensor_mask >> i & 1) {
        shapes_.slot[i].tensor = Operand(call.slot[i].tensor);
        continue;
      }
      const TensorList list = call.slot[i].tensors;
      auto** copy = shapes_.Allocate<DenseTensor*>(list.count);
      for (int k = 0; k < list.size(); ++k) copy[k] = Operand(list[k]);
      shapes_.slot[i].tensors = {copy, list.count};
    }
  }

  void Fill(AxisMap& map) {
    VarList results;
    {
      BuilderGuard guard(this);
      GradModeGuard no_grad(false);
      PromoteIfNeeded(*call_.op, shapes_);
      results = call_.op->decompose(shapes_);
    }
    std::vector<const Value*> outs;
    for (int i = 0; i < results.size(); ++i) {
      outs.push_back(&ValueOf(results[i].get()));
    }
    for (const Value* v : operands_) CheckOnce(v);
    for (const Value* v : outs) CheckOnce(v);
    std::unordered_map<int, int> factors;
    for (const Value* v : operands_) {
      auto& t = map.AddInput(v ? static_cast<int>(v->axes.size()) : 0);
      for (int a = 0; a < t.rank; ++a) {
        const Axis x = Find(v->axes[a]);
        const auto [it, fresh] = factors.emplace(x.id, 0);
        if (fresh) it->second = MakeFactor(x.id, outs, map);
        AxisMap::Set(t, a, it->second, x.each);
      }
    }
    for (const SizeArg& s : size_args_) {  // axes that no operand has
      const Axis x = Find({s.id, s.each});
      const auto [it, fresh] = factors.emplace(x.id, 0);
      if (fresh) it->second = MakeFactor(x.id, outs, map);
      map.AddSizeArg(s.arg, s.index, it->second, x.each);
    }
    for (size_t k = 0; k < outs.size(); ++k) {
      const Value& v = *outs[k];
      auto& t = map.AddOutput(static_cast<int>(v.axes.size()));
      for (int a = 0; a < t.rank; ++a) {
        const Axis x = Find(v.axes[a]);
        const auto it = factors.find(x.id);
        if (it == factors.end())
          AxisMap::SetFixed(t, a, v.tensor.dims()[a]);
        else
          AxisMap::Set(t, a, it->second, x.each);
      }
    }
  }

  void Emit(const OpDef& op, Args& args, Outs& outs) override {
    PromoteIfNeeded(op, args);
    if (!op.dims && HasDims(op)) {
      return TakeResults(op, op.decompose(args), outs);
    }
    {
      BuilderGuard shapes_only(MetaBuilder());
      Dispatch(op, args, outs);
    }
    AxisMap map(op.name.c_str());
    if (op.dims)
      op.dims(args, map);
    else
      Opaque(args, outs, map);
    Apply(op, args, outs, map);
  }

 private:
  // An axis holds `each` elements for one of a class.
  struct Axis {
    int id;
    int64_t each;
  };
  struct Partial {  // the value is the sum (or so) of parts over a class
    int id;
    Combine how;
  };
  struct Value {
    Var tensor;
    std::vector<Axis> axes;
    std::vector<Partial> partial;
  };
  // Axes that are cut together. One of `parent` is `weight` of this.
  struct Class {
    int parent;
    int64_t weight, size;
    bool whole;
  };
  struct SizeArg {
    int arg, index, id;
    int64_t each;
  };

  DenseTensor* Operand(const DenseTensor* t) {
    operands_.push_back(nullptr);
    if (!t) return nullptr;
    const Var shape = Var::Own(NewTensor(State()));
    shape->dims = t->dims;
    shape->dtype = t->dtype;
    shape->place = t->place;
    shape->flags = kTraced;
    SetContiguous(shape.get());
    Value& v = NewValue(shape);
    for (int64_t n : t->dims) v.axes.push_back({NewClass(n, false), 1});
    operands_.back() = &v;
    return shape.get();
  }

  Value& NewValue(const Var& t) {
    values_.push_back({t, {}, {}});
    of_[t.get()] = &values_.back();
    return values_.back();
  }
  // A tensor that no operator made, such as a list of numbers, can not be cut.
  Value& ValueOf(DenseTensor* t) {
    const auto it = of_.find(t);
    if (it != of_.end()) return *it->second;
    Value& v = NewValue(Var::Share(t));
    for (int64_t n : t->dims) v.axes.push_back({NewClass(n, true), 1});
    return v;
  }

  int NewClass(int64_t size, bool whole) {
    const int id = static_cast<int>(classes_.size());
    classes_.push_back({id, 1, size, whole});
    return id;
  }
  Axis Find(Axis x) const {
    while (classes_[x.id].parent != x.id) {
      x.each *= classes_[x.id].weight;
      x.id = classes_[x.id].parent;
    }
    return x;
  }
  int Root(int id) const { return Find({id, 1}).id; }
  void MarkWhole(int id) { classes_[Root(id)].whole = true; }
  // A class of which one is `by` of the class `root`.
  int Coarser(int root, int64_t by) {
    if (by == 1) return root;
    const int id = NewClass(classes_[root].size / by, classes_[root].whole);
    classes_[root].parent = id;
    classes_[root].weight = by;
    return id;
  }
  void Unite(Axis a, Axis b) {
    a = Find(a);
    b = Find(b);
    if (a.id == b.id) {
      if (a.each != b.each) classes_[a.id].whole = true;
      return;
    }
    const int64_t each = std::lcm(a.each, b.each);
    const int left = Coarser(a.id, each / a.each);
    const int right = Coarser(b.id, each / b.each);
    classes_[right].parent = left;
    classes_[left].whole |= classes_[right].whole;
  }

  // An operator of which nothing is known.
  static void Opaque(const Args& args, const Outs& outs, AxisMap& map) {
    ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
      auto& in = map.AddInput(t ? t->rank() : 0);
      for (int a = 0; a < in.rank; ++a) {
        AxisMap::Set(in, a, map.Whole(t->dims[a]));
      }
    });
    for (int i = 0; i < outs.size(); ++i) {
      auto& out = map.AddOutput(outs[i]->rank());
      for (int a = 0; a < out.rank; ++a) {
        AxisMap::SetFixed(out, a, outs[i]->dims[a]);
      }
    }
  }

  bool Touches(const Value& v, int root) const {
    for (const Axis& x : v.axes) {
      if (Root(x.id) == root) return true;
    }
    for (const Partial& p : v.partial) {
      if (Root(p.id) == root) return true;
    }
    return false;
  }

  void Apply(const OpDef& op, const Args& args, Outs& outs,
             const AxisMap& map) {
    std::vector<int> ids;
    for (int f = 0; f < map.num_factors(); ++f) {
      const FactorKind kind = map.factor(f).kind;
      ids.push_back(
          NewClass(map.factor(f).size,
                   kind == FactorKind::kWhole || kind == FactorKind::kPermute));
    }
    std::vector<Value*> operands;
    ForEachOperand(op, args, [&](DenseTensor* t) {
      const int k = static_cast<int>(operands.size());
      operands.push_back(t ? &ValueOf(t) : nullptr);
      const AxisMap::Tensor& in = map.input(k);
      for (int a = 0; t && a < in.rank; ++a) {
        const Axis x = operands[k]->axes[a];
        if (in.factor[a] == AxisMap::kFixed)
          MarkWhole(x.id);
        else
          Unite(x, {ids[in.factor[a]], in.each[a]});
      }
    });
    // An operator can be split along one factor at a time.
    for (size_t f = 0; f < ids.size(); ++f) {
      for (size_t g = f + 1; g < ids.size(); ++g) {
        if (Root(ids[f]) == Root(ids[g])) MarkWhole(ids[f]);
      }
    }
    const std::vector<Partial> kept = KeptPartials(op, operands);
    for (int k = 0; k < outs.size(); ++k) {
      Value& v = NewValue(Var::Share(outs[k]));
      v.partial = kept;
      const AxisMap::Tensor& out = map.output(k);
      std::vector<bool> has(ids.size());
      for (int a = 0; a < out.rank; ++a) {
        if (out.factor[a] == AxisMap::kFixed) {
          v.axes.push_back({NewClass(out.each[a], true), 1});
        } else {
          v.axes.push_back({ids[out.factor[a]], out.each[a]});
          has[out.factor[a]] = true;
        }
      }
      for (size_t f = 0; f < ids.size(); ++f) {
        const Factor& factor = map.factor(static_cast<int>(f));
        if (factor.kind == FactorKind::kReduce && !has[f]) {
          v.partial.push_back({ids[f], factor.combine});
        }
      }
    }
    NoteSizeArgs(op, args, map, ids);
  }

  // Parts of a sum pass through what is linear, any through what only moves
  // elements; where they meet anything else, they have to be whole.
  std::vector<Partial> KeptPartials(const OpDef& op,
                                    const std::vector<Value*>& operands) {
    std::vector<Partial> kept;
    for (const Value* v : operands) {
      if (!v) continue;
      for (const Partial& p : v->partial) {
        const bool sum = p.how == Combine::kSum || p.how == Combine::kMean;
        bool keeps = op.Has(kViewOp) || (op.Has(kLinear) && sum);
        for (const Value* other : operands) {
          if (other && other != v && Touches(*other, Root(p.id))) keeps = false;
        }
        for (const Axis& x : v->axes) keeps &= Root(x.id) != Root(p.id);
        if (std::count(operands.begin(), operands.end(), v) > 1) keeps = false;
        if (keeps)
          kept.push_back(p);
        else
          MarkWhole(p.id);
      }
    }
    return kept;
  }

  // A size that the composite hands on from its argument of the same name.
  void NoteSizeArgs(const OpDef& op, const Args& args, const AxisMap& map,
                    const std::vector<int>& ids) {
    for (int i = 0; i < map.num_size_args(); ++i) {
      const AxisMap::SizeArg& s = map.size_arg(i);
      const ArgSpec& spec = op.schema.args[s.arg];
      const int own = call_.op->schema.Find(spec.name);
      if (own < 0 || call_.op->schema.args[own].type != spec.type) continue;
      const Slot &to = args.slot[s.arg], &from = call_.slot[own];
      const bool same = spec.type == ArgType::kInt
                            ? from.i == to.i
                            : s.index < from.ints.size() &&
                                  from.ints[s.index] == to.ints[s.index];
      if (same) size_args_.push_back({own, s.index, ids[s.factor], s.each});
    }
  }

  // No tensor may have a class twice.
  void CheckOnce(const Value* v) {
    for (size_t a = 0; v && a < v->axes.size(); ++a) {
      for (size_t b = a + 1; b < v->axes.size(); ++b) {
        if (Root(v->axes[a].id) == Root(v->axes[b].id)) {
          MarkWhole(v->axes[a].id);
        }
      }
    }
  }

  int MakeFactor(int root, const std::vector<const Value*>& outs,
                 AxisMap& map) const {
    const int64_t size = classes_[root].size;
    if (classes_[root].whole) return map.Whole(size);
    bool reduced = false;
    Combine how{};
    for (const Value* v : outs) {
      bool has = false, partial = false;
      for (const Axis& x : v->axes) has |= Root(x.id) == root;
      for (const Partial& p : v->partial) {
        if (Root(p.id) != root) continue;
        if (has || (reduced && how != p.how)) return map.Whole(size);
        partial = reduced = true;
        how = p.how;
      }
      if (!has && !partial) return map.Whole(size);
    }
    if (outs.empty()) return map.Whole(size);
    return reduced ? map.Reduce(size, how) : map.Pass(size);
  }

  const Args& call_;
  std::deque<Value> values_;  // stay where they are
  std::unordered_map<const DenseTensor*, Value*> of_;
  std::vector<Class> classes_;
  std::vector<Value*> operands_;
  std::vector<SizeArg> size_args_;
  Args shapes_;
};

void CheckTensors(const Args& args, const AxisMap& map) {
  int k = 0;
  ForEachOperand(*args.op, args, [&](const DenseTensor* t) {
    const int i = k++;
    bool fits = i < map.num_inputs();
    const int rank = t ? t->rank() : 0;
    fits = fits && map.input(i).rank == rank;
    DDim wanted;
    for (int a = 0; fits && a < rank; ++a) {
      const int f = map.input(i).factor[a];
      fits = f >= AxisMap::kFixed && f < map.num_factors();
      if (!fits) break;
      wanted.push_back(map.Size(map.input(i), a));
    }
    PADDLE_ENFORCE(fits && (!t || wanted == t->dims),
                   errors::InvalidArgument(
                       "%s: the shapes of the tensors do not fit.", map.op())
                       .Expected("shape " + errors::ToString(wanted) +
                                 " for tensor " + std::to_string(i))
                       .Shapes({{"received", t ? t->dims : DDim()}}));
  });
}

}  // namespace

void MapAxes(const Args& args, AxisMap& map) {
  const OpDef& op = *args.op;
  PADDLE_ENFORCE(HasDims(op),
                 errors::Unimplemented("%s: it has no Dims: %s.",
                                       op.name.c_str(), op.no_dims));
  if (op.dims) {
    op.dims(args, map);
  } else {
    Derivation(args).Fill(map);
  }
  CheckTensors(args, map);
}

}  // namespace paddle
