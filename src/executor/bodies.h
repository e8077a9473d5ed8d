// Branches and loops: calls that have programs of their own.
#pragma once
#include "executor/executable.h"

namespace paddle::executor {

using Bodies = std::vector<std::unique_ptr<const Executable>>;

// The results of `call`, each in memory of its own.
std::vector<Var> RunBodies(const pir::Call& call, const Bodies& bodies,
                           const std::vector<Var>& operands,
                           bool record = false);

}  // namespace paddle::executor
