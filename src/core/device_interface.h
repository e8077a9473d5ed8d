// One C table of functions per device. CPU and CUDA fill one; a plug-in
// library can fill one later. Functions raise paddle::Error on failure.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/place.h"

namespace paddle {

enum class CopyKind : uint8_t { kHostToDevice, kDeviceToHost, kDeviceToDevice };

// Of a kernel: blocks in the grid, threads in a block (1 on CPU).
struct LaunchDims {
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t shared_bytes = 0;
};

// What `launch` runs on CPU, once per block of the grid, on the thread pool.
using CpuBlockFn = void (*)(void* const* args, const uint32_t (&block)[3]);

// Streams and events are opaque; a null stream is the device's default one.
struct DeviceInterface {
  const char* name;  // "cpu", "gpu"
  int (*device_count)();
  void (*initialize)(int device);
  // Makes the device current on this thread; returns which one was.
  int (*set_current)(int device);
  void* (*allocate)(int device, size_t bytes);
  void (*free)(int device, void* p, size_t bytes);
  void (*copy)(int device, void* to, const void* from, size_t bytes,
               CopyKind kind, void* stream);
  void (*fill_zero)(int device, void* p, size_t bytes, void* stream);
  void* (*create_stream)(int device);
  void (*destroy_stream)(int device, void* stream);
  void (*synchronize)(int device, void* stream);
  void* (*create_event)(int device);
  void (*destroy_event)(int device, void* event);
  void (*record_event)(int device, void* event, void* stream);
  void (*wait_event)(int device, void* event, void* stream);
  float (*elapsed_ms)(int device, void* start, void* end);
  void (*memory_info)(int device, size_t* free_bytes, size_t* total_bytes);
  // A kernel compiled at run time: a CpuBlockFn, a CUfunction. `args` points at
  // each argument in turn.
  void (*launch)(int device, void* function, const LaunchDims& dims,
                 void* const* args, void* stream);
};

// Called while the library loads; the table is kept by pointer.
PADDLE_API void RegisterDevice(DeviceType type, const DeviceInterface* device);
// Raises Unavailable, saying why, where the place has no device.
PADDLE_API const DeviceInterface& GetDevice(Place place);
PADDLE_API bool HasDevice(DeviceType type);

}  // namespace paddle
