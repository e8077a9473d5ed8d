// What a forward program hands to its backward program: the two are one joint
// program, cut where the least has to be saved (a min-cut, as in Chen et al.,
// "Training deep nets with sublinear memory cost", 2016, and AOTAutograd). What
// is cheap is computed again in the backward program, by the same kernels on
// the same values, so that no bit changes.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "pir/flat_program.h"

namespace paddle::pir {

// What an input of the backward program is in the forward program.
struct Handed {
  ValueId value = kNoValue;  // none: a gradient, for instance
  // It is there anyway: an input that is read, a result.
  bool free = false;
  // It stays an input. Else it may be computed: from all of the value, whose
  // memory it shows with these strides from this byte on.
  bool fixed = false;
  bool whole = true;
  DDim strides;
  int64_t offset = 0;
};

struct SavedValues {
  FlatProgram backward;
  // The inputs of `backward`: the number of an old one, or -1 and a value of
  // the forward program. Others follow, as before.
  std::vector<std::pair<int, ValueId>> inputs;
  int64_t bytes_before = 0, bytes = 0;  // of what is not there anyway
};

// `handed`: by input; the program may have others behind these. `budget`: how
// many bytes may be saved, 0: any. Where more would be, what takes time is
// computed again, too, as much as is needed, the cheapest for its bytes first.
// None where too little is gained.
PADDLE_API std::optional<SavedValues> CutSavedValues(
    const FlatProgram& forward, const FlatProgram& backward,
    const std::vector<Handed>& handed, int64_t budget);

}  // namespace paddle::pir
