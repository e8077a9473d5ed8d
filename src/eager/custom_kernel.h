// Kernels of users for operators of the library.
#pragma once
#include "eager/public_types.h"

namespace paddle {

// Raises InvalidArgument where it does not suit the schema of its operator.
void CheckCustomKernel(const CustomKernelInfo& info);
void AddCustomKernel(const CustomKernelInfo& info);

}  // namespace paddle
