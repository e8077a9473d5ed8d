// Vendor libraries are opened at first use and never linked, so that one binary
// runs with and without a GPU. No CUDA header is needed here.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "common/macros.h"

namespace paddle::gpu {

// A shared library, opened at the first Symbol(). Safe from any thread.
class PADDLE_API DynLibrary {
 public:
  // `title` and `hint` are for messages: "cuDNN 9", "Install cuDNN 9.". `files`
  // are tried in order: as the loader finds them, then below CUDA_HOME and
  // /usr/local/cuda.
  DynLibrary(std::string title, std::vector<std::string> files,
             std::string hint);

  // Raises Unavailable, saying what was tried and what to do, where the library
  // is missing or too old to have `name`.
  void* Symbol(const char* name);

  // Whether the library is there; opens it, raises nothing.
  bool Available();

  template <typename Function>
  Function* Get(const char* name) {
    return reinterpret_cast<Function*>(Symbol(name));
  }

  DynLibrary(const DynLibrary&) = delete;
  DynLibrary& operator=(const DynLibrary&) = delete;

 private:
  void Open();

  const std::string title_;
  const std::vector<std::string> files_;
  const std::string hint_;
  std::once_flag once_;
  void* handle_ = nullptr;  // never closed: its code may run until the end
  std::string error_;
};

PADDLE_API DynLibrary& CudaDriver();
PADDLE_API DynLibrary& Cublas();

// Initialises the driver. Raises Unavailable where there is no usable device.
PADDLE_API void RequireDriver();

}  // namespace paddle::gpu

// Calls `function` of `library`, looked up once:
//   PD_DYNLOAD(Cublas, cublasCreate)(&handle)
// Two steps, since the vendor's headers rename: cublasCreate is a macro for
// cublasCreate_v2, and the library has only the latter.
#define PD_DYNLOAD(library, function) PD_DYNLOAD_(library, function)
#define PD_DYNLOAD_(library, function)                                 \
  ([]() {                                                              \
    static auto* const pd_function =                                   \
        ::paddle::gpu::library().Get<decltype(::function)>(#function); \
    return pd_function;                                                \
  }())
