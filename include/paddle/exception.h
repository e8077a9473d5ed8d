// Errors of code that uses the library: PD_CHECK, PD_THROW, PADDLE_ENFORCE_*.
// What a custom operator throws becomes a Python exception that names it.
#pragma once
#include <cstdio>
#include <sstream>
#include <string>
#include <utility>

#include "paddle/data_type.h"

namespace paddle {

// `kind` is a name such as "InvalidArgument", which says what Python exception
// it becomes (docs/guide/errors.md).
[[noreturn]] PADDLE_PUBLIC void ThrowError(const char* kind,
                                           const std::string& text);

}  // namespace paddle

namespace common {

struct ErrorSummary {
  const char* kind;
  std::string text;
};

namespace errors {
#define PADDLE_ERROR_KIND(kind)                                              \
  template <typename... A>                                                   \
  ErrorSummary kind(const std::string& format, const A&... arguments) {      \
    if constexpr (sizeof...(A) == 0) {                                       \
      return {#kind, format};                                                \
    } else {                                                                 \
      const int n = std::snprintf(nullptr, 0, format.c_str(), arguments...); \
      std::string text(static_cast<size_t>(n > 0 ? n : 0), '\0');            \
      std::snprintf(text.data(), text.size() + 1, format.c_str(),            \
                    arguments...);                                           \
      return {#kind, std::move(text)};                                       \
    }                                                                        \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
PADDLE_ERROR_KIND(InvalidArgument)
PADDLE_ERROR_KIND(InvalidType)
PADDLE_ERROR_KIND(OutOfRange)
PADDLE_ERROR_KIND(NotFound)
PADDLE_ERROR_KIND(AlreadyExists)
PADDLE_ERROR_KIND(Unimplemented)
PADDLE_ERROR_KIND(PreconditionNotMet)
PADDLE_ERROR_KIND(PermissionDenied)
PADDLE_ERROR_KIND(ExecutionTimeout)
PADDLE_ERROR_KIND(ResourceExhausted)
PADDLE_ERROR_KIND(Unavailable)
PADDLE_ERROR_KIND(External)
PADDLE_ERROR_KIND(Fatal)
#pragma GCC diagnostic pop
#undef PADDLE_ERROR_KIND
}  // namespace errors

template <typename... A>
std::string Concatenate(const A&... parts) {
  std::ostringstream os;
  (static_cast<void>(os << parts), ...);
  return os.str();
}
template <typename T, typename = void>
struct IsPrintable : std::false_type {};
template <typename T>
struct IsPrintable<T, std::void_t<decltype(std::declval<std::ostream&>()
                                           << std::declval<const T&>())>>
    : std::true_type {};
template <typename T>
std::string ValueText(const T& value) {
  if constexpr (std::is_null_pointer<T>::value) {
    return "null";
  } else if constexpr (IsPrintable<T>::value) {
    return Concatenate(value);
  } else {
    return "a value";
  }
}

}  // namespace common

namespace phi {
namespace errors = ::common::errors;
}
namespace paddle {
namespace platform {
namespace errors = ::common::errors;
}
}  // namespace paddle

#define PADDLE_WHERE_ " [" __FILE__ ":" + std::to_string(__LINE__) + "]"

#define PD_THROW(...)              \
  ::paddle::ThrowError("External", \
                       ::common::Concatenate(__VA_ARGS__) + PADDLE_WHERE_)
#define PD_CHECK(condition, ...)                                           \
  do {                                                                     \
    if (__builtin_expect(!(condition), 0)) {                               \
      ::paddle::ThrowError("External",                                     \
                           ::common::Concatenate(__VA_ARGS__) +            \
                               "\n  Expected: " #condition PADDLE_WHERE_); \
    }                                                                      \
  } while (0)
#define PADDLE_THROW(summary)                                               \
  do {                                                                      \
    const ::common::ErrorSummary pd_summary = (summary);                    \
    ::paddle::ThrowError(pd_summary.kind, pd_summary.text + PADDLE_WHERE_); \
  } while (0)
#define PADDLE_ENFORCE(condition, summary)                        \
  do {                                                            \
    if (__builtin_expect(!(condition), 0)) PADDLE_THROW(summary); \
  } while (0)
#define PADDLE_ENFORCE_NOT_NULL(pointer, summary) \
  PADDLE_ENFORCE((pointer) != nullptr, summary)
#define PADDLE_ENFORCE_COMPARE_(a, op, b, summary)                         \
  do {                                                                     \
    const auto& pd_a = (a);                                                \
    const auto& pd_b = (b);                                                \
    if (__builtin_expect(!(pd_a op pd_b), 0)) {                            \
      ::common::ErrorSummary pd_failed = (summary);                        \
      ::paddle::ThrowError(pd_failed.kind,                                 \
                           pd_failed.text +                                \
                               "\n  Expected: " #a " " #op " " #b          \
                               "\n  Received: " +                          \
                               ::common::ValueText(pd_a) + " and " +       \
                               ::common::ValueText(pd_b) + PADDLE_WHERE_); \
    }                                                                      \
  } while (0)
#define PADDLE_ENFORCE_EQ(a, b, s) PADDLE_ENFORCE_COMPARE_(a, ==, b, s)
#define PADDLE_ENFORCE_NE(a, b, s) PADDLE_ENFORCE_COMPARE_(a, !=, b, s)
#define PADDLE_ENFORCE_LT(a, b, s) PADDLE_ENFORCE_COMPARE_(a, <, b, s)
#define PADDLE_ENFORCE_LE(a, b, s) PADDLE_ENFORCE_COMPARE_(a, <=, b, s)
#define PADDLE_ENFORCE_GT(a, b, s) PADDLE_ENFORCE_COMPARE_(a, >, b, s)
#define PADDLE_ENFORCE_GE(a, b, s) PADDLE_ENFORCE_COMPARE_(a, >=, b, s)
