#include "ops/vjp_context.h"

namespace paddle {

VjpContext::~VjpContext() = default;

}  // namespace paddle
