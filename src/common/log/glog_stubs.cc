// What Debian's libglog.a asks of libgflags and libunwind. Their archives are
// not position-independent, a shared libgflags aborts when a second glog in the
// process registers the same flags, and glog reads GLOG_* variables by itself.
// So: flags are not registered, and LOG(FATAL) shows no stack.
#include <gflags/gflags.h>

namespace google {

template <class T>
FlagRegisterer::FlagRegisterer(const char*, const char*, const char*, T*, T*) {}

#define PD_STUB_FLAG(T)                                             \
  template FlagRegisterer::FlagRegisterer(const char*, const char*, \
                                          const char*, T*, T*)
PD_STUB_FLAG(bool);
PD_STUB_FLAG(gflags::int32);
PD_STUB_FLAG(gflags::uint32);
PD_STUB_FLAG(std::string);
#undef PD_STUB_FLAG

}  // namespace google

// A negative answer makes glog's stack trace stop with no frames.
extern "C" {
int _Ux86_64_getcontext(void*) { return -1; }
int _ULx86_64_init_local(void*, void*) { return -1; }
int _ULx86_64_step(void*) { return 0; }
int _ULx86_64_get_reg(void*, int, void*) { return -1; }
}
