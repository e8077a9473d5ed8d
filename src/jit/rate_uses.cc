#include "jit/rate_uses.h"

#include <cmath>
#include <sstream>

namespace paddle::jit {

namespace {

[[noreturn]] void Refuse(const pir::Call* call, const std::string& received) {
  PADDLE_THROW(
      errors::Unimplemented(
          "Optimizer.minimize: %s follows from the learning "
          "rate in a way that a program can not express.",
          call ? (call->op ? call->op->name : "a constant").c_str()
               : "which operators are called")
          .Expected("numbers of the form coefficient * rate + offset")
          .Received(received)
          .Hint("use an optimizer of paddle.optimizer, or a learning rate that "
                "is a number."));
}

std::vector<double> NumbersOf(const pir::Call& call) {
  std::vector<double> numbers;
  if (!call.op && call.constant) {
    const DenseTensor& t = *call.constant;
    if (t.dtype == DataType::kFloat64) numbers.push_back(*t.Data<double>());
    if (t.dtype == DataType::kFloat32) numbers.push_back(*t.Data<float>());
  }
  for (size_t k = 0; k < call.slots.size(); ++k) {
    const ArgType type = call.op->schema.args[k].type;
    if (type == ArgType::kFloat) numbers.push_back(call.slots[k].f);
    if (type == ArgType::kScalar) {
      numbers.push_back(call.slots[k].scalar.ToDouble());
    }
  }
  return numbers;
}

}  // namespace

std::vector<std::tuple<double, double, double>> FindRateUses(
    const ProgramTracer& first, const ProgramTracer& second,
    const ProgramTracer& third, size_t begin,
    const std::vector<double>& rates) {
  std::vector<std::tuple<double, double, double>> uses;
  const auto &a = first.program().calls, &b = second.program().calls,
             &c = third.program().calls;
  if (a.size() != b.size() || a.size() != c.size()) {
    Refuse(nullptr, "programs of " + std::to_string(a.size()) + ", " +
                        std::to_string(b.size()) + " and " +
                        std::to_string(c.size()) + " calls at three rates");
  }
  for (size_t i = begin; i < a.size(); ++i) {
    if (a[i].op != b[i].op || a[i].op != c[i].op) {
      Refuse(nullptr, "other operators at another rate");
    }
    const auto x = NumbersOf(a[i]), y = NumbersOf(b[i]), z = NumbersOf(c[i]);
    if (x.size() != y.size() || x.size() != z.size()) {
      Refuse(&a[i], "numbers of other kinds at another rate");
    }
    for (size_t k = 0; k < x.size(); ++k) {
      if (x[k] == y[k] && x[k] == z[k]) continue;
      const double slope = (y[k] - x[k]) / (rates[1] - rates[0]);
      double offset = x[k] - slope * rates[0];
      const double seen = std::abs(slope * rates[2] + offset - z[k]);
      if (!(seen <= 1e-6 * std::abs(z[k]))) {
        std::ostringstream numbers;
        numbers << x[k] << ", " << y[k] << " and " << z[k] << " at rates "
                << rates[0] << ", " << rates[1] << " and " << rates[2];
        Refuse(&a[i], numbers.str());
      }
      double coefficient = slope;
      if (std::abs(offset) < 1e-9 * std::abs(x[k])) {  // the usual case
        offset = 0;
        coefficient = x[k] / rates[0];
        const double whole = std::nearbyint(coefficient);
        if (std::abs(coefficient - whole) < 1e-12) coefficient = whole;
      }
      uses.emplace_back(x[k], coefficient, offset);
    }
  }
  return uses;
}

}  // namespace paddle::jit
