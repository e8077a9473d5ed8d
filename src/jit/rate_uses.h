// Numbers of a program that follow from a learning rate, found by noting the
// same update at three rates.
#pragma once
#include <tuple>
#include <vector>

#include "jit/program_tracer.h"

namespace paddle::jit {

// (number, coefficient, offset) for each number of the calls from `begin` on
// that differs: number = coefficient * rate + offset at the first rate. Raises
// Unimplemented where a number follows in another way.
PADDLE_API std::vector<std::tuple<double, double, double>> FindRateUses(
    const ProgramTracer& first, const ProgramTracer& second,
    const ProgramTracer& third, size_t begin, const std::vector<double>& rates);

}  // namespace paddle::jit
