// What the recurrent layers and their gradients share: checks, shapes, axes,
// and how the steps of time follow each other.
//
// Sums of gates lie side by side in one axis, as in the rows of the weights:
//   rnn    the sum
//   lstm   input, forget, cell, output
//   gru    reset, update, candidate
// What is kept for the gradient (`gates`) is what the activations made of
// them; of a gru also the candidate's part from the state, the fourth.
#pragma once
#include "ops/nn/norm_dims.h"

namespace paddle {

enum class RnnKind : uint8_t { kRnn, kLstm, kGru };

struct RnnShapes {
  RnnShapes(const Args& args, RnnKind kind);
  int64_t steps, batch, inputs, hidden, outputs;
  int64_t gates;      // sums of one unit
  int64_t kept;       // of `gates`, for one unit
  DataType of_gates;  // their dtype
};

// Raises where the operands do not fit each other.
void CheckRnn(const Args& args, RnnKind kind);
// The batch passes; weights, and all else, are whole.
void RnnDims(const Args& args, AxisMap& map);
// Of a gradient: that of a weight is a sum over the batch.
void RnnGradDims(const Args& args, AxisMap& map);

// The operand of a call by its name; empty where it is None.
Var RnnOperand(const Args& args, std::string_view name);

// Which rows have a step t, as [batch, 1]: one mask a step; empty where all
// have all steps.
VarList RnnMasks(const Args& args, int64_t steps);

}  // namespace paddle
