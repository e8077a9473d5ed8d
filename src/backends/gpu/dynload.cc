#include "backends/gpu/dynload.h"

#include <dlfcn.h>

#include <cstdlib>

#include "common/enforce.h"

#define PD_TEXT_(x) #x
#define PD_TEXT(x) PD_TEXT_(x)
#define PD_CUDA_SUFFIX ".so." PD_TEXT(PADDLE_CUDA_MAJOR)

namespace paddle::gpu {
namespace {

// A version other than the one whose headers this was compiled with is refused
// by its SONAME: calls would not match.
constexpr char kInstallCuda[] =
    "Install CUDA " PD_TEXT(PADDLE_CUDA_MAJOR)
    ", and set CUDA_HOME or LD_LIBRARY_PATH if it is not in the usual place.";

std::vector<std::string> Folders() {
  std::vector<std::string> folders = {""};  // what the loader searches
  const char* home = std::getenv("CUDA_HOME");
  if (home != nullptr) folders.push_back(std::string(home) + "/lib64/");
  folders.push_back("/usr/local/cuda/lib64/");
  // NVIDIA's pip packages, beside this one in site-packages.
  Dl_info self;
  if (dladdr(reinterpret_cast<void*>(&Folders), &self) != 0) {
    const std::string file = self.dli_fname;
    const size_t package = file.rfind("/paddle/");
    if (package != std::string::npos) {
      const std::string site = file.substr(0, package);
      folders.push_back(site + "/nvidia/cu" PD_TEXT(PADDLE_CUDA_MAJOR) "/lib/");
      folders.push_back(site + "/nvidia/cublas/lib/");
    }
  }
  return folders;
}

}  // namespace

DynLibrary::DynLibrary(std::string title, std::vector<std::string> files,
                       std::string hint)
    : title_(std::move(title)),
      files_(std::move(files)),
      hint_(std::move(hint)) {}

void DynLibrary::Open() {
  std::call_once(once_, [this] {
    for (const std::string& folder : Folders()) {
      for (const std::string& file : files_) {
        handle_ = dlopen((folder + file).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ != nullptr) return;
        error_ += (error_.empty() ? "" : "; ") + std::string(dlerror());
      }
    }
  });
}

bool DynLibrary::Available() {
  Open();
  return handle_ != nullptr;
}

void* DynLibrary::Symbol(const char* name) {
  Open();
  if (handle_ == nullptr) {
    PADDLE_THROW(errors::Unavailable("%s is not available.", title_.c_str())
                     .Received(error_)
                     .Hint(hint_));
  }
  void* symbol = dlsym(handle_, name);
  if (symbol == nullptr) {
    PADDLE_THROW(errors::Unavailable(
                     "%s does not have `%s`: the installed version is too old.",
                     title_.c_str(), name)
                     .Hint(hint_));
  }
  return symbol;
}

DynLibrary& CudaDriver() {
  static auto* library =
      new DynLibrary("The CUDA driver", {"libcuda.so.1"},
                     "Install an NVIDIA driver, or use paddle.CPUPlace().");
  return *library;
}

DynLibrary& Cublas() {
  static auto* library =
      new DynLibrary("cuBLAS", {"libcublas" PD_CUDA_SUFFIX}, kInstallCuda);
  return *library;
}

void RequireDriver() {
  static auto* const init = CudaDriver().Get<int(unsigned)>("cuInit");
  if (int code = init(0)) {
    PADDLE_THROW(errors::Unavailable(
                     "cuInit failed with code %d: no usable NVIDIA GPU.", code)
                     .Hint("run nvidia-smi to see what is wrong, or use "
                           "paddle.CPUPlace()."));
  }
}

}  // namespace paddle::gpu
