// Sizes that are open while a program is noted are stand-ins: large numbers
// that say nothing to the reader of a message.
#pragma once
#include <cstdint>

namespace paddle::errors {

// Whether the size is one of them on this thread; null: there are none.
extern bool (*is_open_size)(int64_t);

}  // namespace paddle::errors
