// Scalar functions of the elementwise primitives: written once, used by the
// CPU and the GPU loops. Each is a struct with a templated operator() over the
// compute type: float for the narrow floats, T itself otherwise.
#pragma once
#include "core/float_types.h"

#ifdef __CUDACC__
#define PD_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define PD_HOST_DEVICE inline __attribute__((always_inline))
#endif

namespace paddle::phi {

// What arithmetic on T is done in.
template <typename T>
using ComputeType = std::conditional_t<kIsNarrow<T>, float, T>;

} // namespace paddle::phi
