// A capture of a function as a model that can be saved.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "inference/model.h"
#include "ops/manipulation/slice_use.h"

namespace paddle::inference {

// What one capture of a function gave: a program whose inputs are the feeds,
// then `others`.
struct PADDLE_API Capture {
  // The first calls of `noted` made the feeds: tensors of which only a capture
  // knows, so that nobody can read values that are to be fed. They become
  // inputs. `inputs` are the tensors behind the inputs of `noted`.
  Capture(pir::FlatProgram noted, std::vector<Var> inputs,
          std::vector<Var> feeds);

  // Of a program some of whose inputs are fed: `feed_of` tells which feed an
  // input is, -1: one of `tensors`. Of feeds only dtype and shape matter.
  static Capture Of(pir::FlatProgram program, const std::vector<int>& feed_of,
                    const std::vector<Var>& tensors, std::vector<Var> feeds);

  pir::FlatProgram program;
  std::vector<Var> feeds;
  std::vector<Var> others;
  std::vector<SliceUse> slices;  // in the order of the calls

 private:
  Capture() = default;
};

// Whether they differ in no more than numbers.
PADDLE_API bool HaveSameCalls(
    const std::vector<std::shared_ptr<const Capture>>& captures);

struct SavedName {
  std::string name;
  Var value;
  bool trainable;
};

// The captures of one function, at one or several sizes, under names. Tensors
// that are neither fed nor among `parameters` are saved as constants. Writes
// `prefix`.json and `prefix`.pdiparams; old files stay whole until the new ones
// are. Raises Unimplemented where an operator has no form in the file.
PADDLE_API void SaveCaptures(
    const std::vector<std::shared_ptr<const Capture>>& captures,
    const std::vector<std::string>& feed_names,
    const std::vector<SavedName>& parameters, const std::string& prefix);

}  // namespace paddle::inference
