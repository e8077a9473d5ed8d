// Compiler attributes used everywhere.
#pragma once

#define PADDLE_API __attribute__((visibility("default")))
#define PD_LIKELY(x) __builtin_expect(!!(x), 1)
#define PD_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PD_NOINLINE __attribute__((noinline))
#define PD_COLD __attribute__((noinline, cold))

// A few words of static TLS per process: safe for a library that is dlopen'ed,
// and 7 ns cheaper per access than the global-dynamic model.
#define PD_TLS_MODEL __attribute__((tls_model("initial-exec")))

#define PD_CONCAT_(a, b) a##b
#define PD_CONCAT(a, b) PD_CONCAT_(a, b)
