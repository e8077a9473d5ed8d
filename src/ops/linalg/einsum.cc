// einsum: the equation is parsed, then operands are contracted two at a time,
// the pair with the smallest result first. Everything is made of other
// operators, so gradients follow.
#include <algorithm>
#include <limits>
#include <map>

#include "ops/rules.h"

namespace paddle {
namespace {

// Letters are labels; the axes of an ellipsis get labels of their own, counted
// from the right.
using Labels = std::vector<int>;
constexpr int kEllipsis = 256;

struct Term {
  Var v;
  Labels labels;
};

class Equation {
 public:
  Equation(std::string_view text, const TensorList& operands) {
    for (char c : text) {
      if (c != ' ' && c != '\t') text_ += c;
    }
    const size_t arrow = text_.find("->");
    std::vector<std::string> inputs = Split(text_.substr(0, arrow));
    PADDLE_ENFORCE(
        static_cast<int>(inputs.size()) == operands.size(),
        errors::InvalidArgument("einsum: the equation names another number of "
                                "operands than were given.")
            .Expected(std::to_string(inputs.size()) + " operands for \"" +
                      text_ + "\"")
            .Received(std::to_string(operands.size())));
    for (size_t k = 0; k < inputs.size(); ++k) {
      AddTerm(inputs[k], Var::Share(operands[static_cast<int>(k)]), k);
    }
    if (arrow == text_.npos)
      ImplicitOutput();
    else
      ExplicitOutput(text_.substr(arrow + 2));
  }

  std::vector<Term> terms;
  Labels output;
  std::map<int, int64_t> sizes;

 private:
  errors::Message Bad(const std::string& why) const {
    return errors::InvalidArgument("einsum: %s.", why.c_str())
        .Received("equation \"" + text_ + "\"");
  }
  static std::vector<std::string> Split(const std::string& text) {
    std::vector<std::string> parts(1);
    for (char c : text) {
      if (c == ',')
        parts.emplace_back();
      else
        parts.back() += c;
    }
    return parts;
  }

  // Labels of one subscript; `ellipsis_rank` axes stand for "...".
  Labels Parse(const std::string& text, int ellipsis_rank) const {
    Labels labels;
    bool seen = false;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '.') {
        PADDLE_ENFORCE(text.compare(i, 3, "...") == 0 && !seen,
                       Bad("a dot is not part of one ellipsis"));
        for (int d = ellipsis_rank; d-- > 0;) labels.push_back(kEllipsis + d);
        seen = true;
        i += 2;
        continue;
      }
      PADDLE_ENFORCE((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'),
                     Bad(std::string("'") + c + "' is not a label"));
      labels.push_back(c);
    }
    return labels;
  }

  void AddTerm(const std::string& text, const Var& v, size_t k) {
    const std::string name = "operand " + std::to_string(k);
    const auto letters = static_cast<int>(std::count_if(
        text.begin(), text.end(), [](char c) { return c != '.'; }));
    const bool ellipsis = text.find('.') != text.npos;
    PADDLE_ENFORCE(ellipsis ? letters <= v.rank() : letters == v.rank(),
                   Bad("\"" + text + "\" does not suit the rank of " + name)
                       .Shapes({{name.c_str(), v.dims()}}));
    const int dots = v.rank() - letters;
    ellipsis_rank_ = std::max(ellipsis_rank_, ellipsis ? dots : 0);
    Term term{v, Parse(text, dots)};
    for (int d = 0; d < v.rank(); ++d) {
      int64_t& size = sizes.emplace(term.labels[d], 1).first->second;
      const int64_t n = v.dim(d);
      PADDLE_ENFORCE(
          n == size || n == 1 || size == 1,
          Bad("label '" + NameOf(term.labels[d]) + "' has two sizes, " +
              std::to_string(size) + " and " + std::to_string(n)));
      if (n != 1) size = n;
    }
    terms.push_back(std::move(term));
  }
  static std::string NameOf(int label) {
    return label >= kEllipsis ? "..."
                              : std::string(1, static_cast<char>(label));
  }

  // The labels that occur once, in alphabetical order, after the ellipsis.
  void ImplicitOutput() {
    std::map<int, int> count;
    for (const Term& t : terms) {
      for (int l : t.labels) ++count[l];
    }
    for (int d = ellipsis_rank_; d-- > 0;) output.push_back(kEllipsis + d);
    for (const auto& [label, times] : count) {
      if (label < kEllipsis && times == 1) output.push_back(label);
    }
  }
  void ExplicitOutput(const std::string& text) {
    output = Parse(text, ellipsis_rank_);
    for (size_t i = 0; i < output.size(); ++i) {
      PADDLE_ENFORCE(
          sizes.count(output[i]),
          Bad("output label '" + NameOf(output[i]) + "' is in no operand"));
      PADDLE_ENFORCE(
          std::find(output.begin(), output.begin() + i, output[i]) ==
              output.begin() + i,
          Bad("output label '" + NameOf(output[i]) + "' occurs twice"));
    }
  }

  std::string text_;
  int ellipsis_rank_ = 0;
};

bool Has(const Labels& labels, int l) {
  return std::find(labels.begin(), labels.end(), l) != labels.end();
}

// A repeated label becomes its diagonal, which `diagonal` puts last.
void TakeDiagonals(Term* t) {
  for (size_t i = 0; i < t->labels.size(); ++i) {
    for (size_t j = i + 1; j < t->labels.size(); ++j) {
      if (t->labels[i] != t->labels[j]) continue;
      const int label = t->labels[i];
      PADDLE_ENFORCE(
          t->v.dim(static_cast<int>(i)) == t->v.dim(static_cast<int>(j)),
          errors::InvalidArgument(
              "einsum: a label repeated in one operand stands for "
              "two sizes.")
              .Shapes({{"operand", t->v.dims()}}));
      t->v = ops::Diagonal(t->v, 0, static_cast<int64_t>(i),
                           static_cast<int64_t>(j));
      t->labels.erase(t->labels.begin() + j);
      t->labels.erase(t->labels.begin() + i);
      t->labels.push_back(label);
      return TakeDiagonals(t);
    }
  }
}

// Sums the labels for which `keep` is false.
template <typename F>
void SumOthers(Term* t, F&& keep) {
  DDim axes;
  Labels kept;
  for (size_t d = 0; d < t->labels.size(); ++d) {
    if (keep(t->labels[d]))
      kept.push_back(t->labels[d]);
    else
      axes.push_back(static_cast<int64_t>(d));
  }
  if (axes.empty()) return;
  t->v = ops::Sum(t->v, axes, t->v.dtype());
  t->labels = kept;
}

// Drops axes of size 1 that broadcast against a larger size.
void DropBroadcast(Term* t, const std::map<int, int64_t>& sizes) {
  DDim dims;
  Labels kept;
  for (size_t d = 0; d < t->labels.size(); ++d) {
    const int64_t n = t->v.dim(static_cast<int>(d));
    if (n != sizes.at(t->labels[d])) continue;
    kept.push_back(t->labels[d]);
    dims.push_back(n);
  }
  if (kept.size() == t->labels.size()) return;
  t->v = ops::Reshape(t->v, dims);
  t->labels = kept;
}

Var Permute(const Term& t, const Labels& order) {
  DDim perm;
  bool same = true;
  for (size_t i = 0; i < order.size(); ++i) {
    const auto at = std::find(t.labels.begin(), t.labels.end(), order[i]) -
                    t.labels.begin();
    perm.push_back(at);
    same &= at == static_cast<int64_t>(i);
  }
  return same ? t.v : ops::Transpose(t.v, perm);
}

Labels Concat(Labels a, const Labels& b, const Labels& c) {
  a.insert(a.end(), b.begin(), b.end());
  a.insert(a.end(), c.begin(), c.end());
  return a;
}

// As [batch..., rows, columns]; true where reading it transposed saves a copy.
bool Arrange(const Term& t, const Labels& batch, const Labels& rows,
             const Labels& columns, int64_t b, int64_t m, int64_t n, Var* out) {
  const bool swap = t.labels == Concat(batch, columns, rows) &&
                    t.labels != Concat(batch, rows, columns);
  const Labels order = swap ? t.labels : Concat(batch, rows, columns);
  *out = ops::Reshape(Permute(t, order), swap ? DDim{b, n, m} : DDim{b, m, n});
  return swap;
}

// The product of two terms, summed over what `keep` does not name.
template <typename F>
Term Contract(const Term& x, const Term& y, const std::map<int, int64_t>& sizes,
              F&& keep) {
  Labels batch, summed, left, right;
  for (int l : x.labels) {
    if (!Has(y.labels, l))
      left.push_back(l);
    else
      (keep(l) ? batch : summed).push_back(l);
  }
  for (int l : y.labels) {
    if (!Has(x.labels, l)) right.push_back(l);
  }
  const auto volume = [&](const Labels& labels) {
    int64_t n = 1;
    for (int l : labels) n = CheckedMul(n, sizes.at(l));
    return n;
  };
  Term out{Var(), Concat(batch, left, right)};
  const int64_t b = volume(batch), m = volume(left), n = volume(right);
  const int64_t k = volume(summed);
  Var result;
  if (summed.empty()) {
    result = ops::Reshape(Permute(x, Concat(batch, left, {})), DDim{b, m, 1}) *
             ops::Reshape(Permute(y, Concat(batch, right, {})), DDim{b, 1, n});
  } else {
    Var a, c;
    const bool transpose_x = Arrange(x, batch, left, summed, b, m, k, &a);
    const bool transpose_y = Arrange(y, batch, summed, right, b, k, n, &c);
    if (b == 1) {  // no batch: plain matrices
      a = ops::Reshape(a, DDim{a.dim(1), a.dim(2)});
      c = ops::Reshape(c, DDim{c.dim(1), c.dim(2)});
    }
    result = ops::Matmul(a, c, transpose_x, transpose_y);
  }
  DDim dims;
  for (int l : out.labels) dims.push_back(sizes.at(l));
  out.v = ops::Reshape(result, dims);
  return out;
}

// Elements of the product of two terms, less those it replaces.
double Growth(const Term& x, const Term& y, const std::map<int, int64_t>& sizes,
              const Labels& output, const std::vector<Term>& others, size_t i,
              size_t j) {
  double result = 1;
  const auto kept = [&](int l) {
    if (Has(output, l)) return true;
    for (size_t k = 0; k < others.size(); ++k) {
      if (k != i && k != j && Has(others[k].labels, l)) return true;
    }
    return false;
  };
  for (int l : x.labels) {
    if (kept(l) || !Has(y.labels, l))
      result *= static_cast<double>(sizes.at(l));
  }
  for (int l : y.labels) {
    if (!Has(x.labels, l)) result *= static_cast<double>(sizes.at(l));
  }
  return result - static_cast<double>(x.v->numel) -
         static_cast<double>(y.v->numel);
}

Var Einsum(std::string_view text, const TensorList& operands) {
  Equation e(text, operands);
  std::vector<Term>& terms = e.terms;
  const auto elsewhere = [&](int label, size_t i, size_t j) {
    if (Has(e.output, label)) return true;
    for (size_t k = 0; k < terms.size(); ++k) {
      if (k != i && k != j && Has(terms[k].labels, label)) return true;
    }
    return false;
  };
  for (Term& t : terms) {
    TakeDiagonals(&t);
    DropBroadcast(&t, e.sizes);
  }
  for (size_t k = 0; k < terms.size(); ++k) {
    SumOthers(&terms[k], [&](int l) { return elsewhere(l, k, k); });
  }
  while (terms.size() > 1) {
    size_t best_i = 0, best_j = 1;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; terms.size() > 2 && i < terms.size(); ++i) {
      for (size_t j = i + 1; j < terms.size(); ++j) {
        const double growth =
            Growth(terms[i], terms[j], e.sizes, e.output, terms, i, j);
        if (growth < least) {
          least = growth;
          best_i = i;
          best_j = j;
        }
      }
    }
    Term product = Contract(terms[best_i], terms[best_j], e.sizes, [&](int l) {
      return elsewhere(l, best_i, best_j);
    });
    terms.erase(terms.begin() + best_j);
    terms[best_i] = std::move(product);
  }
  return Permute(terms[0], e.output);
}

// Each label is a factor: in the output it passes, else it is summed over.
void EinsumDims(const Args& a, AxisMap& map) {
  const TensorList operands = a.slot[1].tensors;
  PADDLE_ENFORCE(operands.size() > 0,
                 errors::InvalidArgument("einsum: no operands."));
  const Equation e(a.s("equation"), operands);
  std::map<int, int> factors;
  for (const auto& [label, size] : e.sizes) {
    bool repeated = false;  // a diagonal
    for (const Term& t : e.terms) {
      repeated |= std::count(t.labels.begin(), t.labels.end(), label) > 1;
    }
    factors[label] = repeated               ? map.Whole(size)
                     : Has(e.output, label) ? map.Pass(size)
                                            : map.Reduce(size, Combine::kSum);
  }
  for (const Term& t : e.terms) {
    auto& in = map.AddInput(t.v.rank());
    for (int d = 0; d < in.rank; ++d) {
      if (t.v.dim(d) == e.sizes.at(t.labels[d]))
        AxisMap::Set(in, d, factors[t.labels[d]]);
      else
        AxisMap::SetFixed(in, d, 1);
    }
  }
  auto& out = map.AddOutput(static_cast<int>(e.output.size()));
  for (int d = 0; d < out.rank; ++d) {
    AxisMap::Set(out, d, factors[e.output[d]]);
  }
}

}  // namespace

PD_OP(einsum)
    .Schema("(str equation, Tensor[] operands) -> Tensor out")
    .Doc(R"(
        Sums of products by Einstein's convention: "bij,bjk->bik". Without "->"
        the result has the labels that occur once, in alphabetical order; "..."
        stands for axes that broadcast.
        equation: Labels of the axes of each operand, and of the result.
        operands: As many as the equation names; in a call one after another.
        Returns: With the axes that the equation names.
        Raises: ValueError: The equation is malformed, or sizes of a label
            differ.
        >>> x = paddle.ones([2, 3])
        >>> paddle.einsum("ij,jk->ik", x, paddle.ones([3, 4])).shape
        paddle.Size([2, 4])
        >>> paddle.einsum("ii", paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])).tolist()
        5.0)")
    .Traits(kNoMethod | kVarArgs)
    .Dims(EinsumDims)
    .Decompose([](const Args& a) -> VarList {
      const TensorList operands = a.slot[1].tensors;
      PADDLE_ENFORCE(operands.size() > 0,
                     errors::InvalidArgument("einsum: no operands."));
      return {Einsum(a.s("equation"), operands)};
    });

}  // namespace paddle
