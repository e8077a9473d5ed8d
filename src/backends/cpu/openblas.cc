#include "backends/cpu/openblas.h"

#include <dlfcn.h>

#include <string>

#include "common/enforce.h"

namespace paddle::cpu {
namespace {

void* Library() {
  static void* const library = [] {
    void* handle = dlopen("libscipy_openblas.so", RTLD_NOW | RTLD_LOCAL);
    PADDLE_ENFORCE(handle, errors::Unavailable(
                               "OpenBLAS, which linear algebra and float64 "
                               "products need, can not be loaded: %s.",
                               dlerror())
                               .Hint("it should lie beside libframework.so."));
    using SetThreads = void (*)(int);
    if (auto set = reinterpret_cast<SetThreads>(
            dlsym(handle, "scipy_openblas_set_num_threads"))) {
      set(1);
    }
    return handle;
  }();
  return library;
}

}  // namespace

void* OpenBlasSymbol(const char* name) {
  void* f = dlsym(Library(), (std::string("scipy_") + name).c_str());
  PADDLE_ENFORCE(f, errors::Unavailable("OpenBLAS does not have `%s`.", name));
  return f;
}

const OpenBlasFunctions& OpenBlas() {
  static const OpenBlasFunctions functions = [] {
    OpenBlasFunctions f;
    f.dgemm =
        reinterpret_cast<decltype(f.dgemm)>(OpenBlasSymbol("cblas_dgemm"));
    f.cgemm =
        reinterpret_cast<decltype(f.cgemm)>(OpenBlasSymbol("cblas_cgemm"));
    f.zgemm =
        reinterpret_cast<decltype(f.zgemm)>(OpenBlasSymbol("cblas_zgemm"));
    return f;
  }();
  return functions;
}

}  // namespace paddle::cpu
