// Runs the static initialisers of the kernels of one instruction set, which
// register them, if the machine has that set: the initialisers themselves are
// compiled for it. CpuKernels.cmake has moved their addresses from .init_array,
// which the loader would run on any machine, to a section of this name.
#define PD_HIDDEN __attribute__((visibility("hidden")))

using Initializer = void (*)();
extern "C" {  // defined by the linker
extern Initializer __start_pd_kernels_v4_init[] PD_HIDDEN;
extern Initializer __stop_pd_kernels_v4_init[] PD_HIDDEN;
}

namespace {
__attribute__((constructor)) void RegisterKernels() {
  if (!__builtin_cpu_supports("x86-64-v4")) return;
  for (Initializer* i = __start_pd_kernels_v4_init;
       i != __stop_pd_kernels_v4_init; ++i) {
    (*i)();
  }
}
}  // namespace
