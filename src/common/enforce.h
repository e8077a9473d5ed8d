// Errors: one exception type with a code, and a builder for messages that name
// operator, argument, expected, received and a way out (docs/guide/errors.md).
#pragma once
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <sstream>
#include <string>

#include "common/macros.h"

namespace paddle {

// Each code is one Python exception: see pybind/exceptions.cc.
enum class ErrorCode : uint8_t {
  kInvalidArgument,     // ValueError
  kInvalidType,         // TypeError
  kOutOfRange,          // IndexError
  kNotFound,            // KeyError
  kUnimplemented,       // NotImplementedError
  kPreconditionNotMet,  // RuntimeError
  kResourceExhausted,   // MemoryError
  kUnavailable,         // RuntimeError
  kExternal,            // OSError
  kFatal,               // RuntimeError: a mistake of our own
};
PADDLE_API const char* Name(ErrorCode code);

class PADDLE_API Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message);
  Error(const Error&);
  ~Error() override;
  ErrorCode code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
};

namespace errors {

// Any contiguous range of int64: DDim, IntArray, std::vector.
struct ShapeView {
  const int64_t* data;
  int64_t size;
  template <typename Range>
  ShapeView(const Range& r)  // NOLINT: implicit on purpose
      : data(r.data()), size(static_cast<int64_t>(r.size())) {}
};
PADDLE_API std::string ToString(ShapeView shape);  // "[4, 8]"

struct NamedShape {
  const char* name;
  ShapeView shape;
};

class PADDLE_API Message {
 public:
  Message(ErrorCode code, std::string summary)
      : code_(code), summary_(std::move(summary)) {}
  Message& Expected(std::string text) {
    expected_ = std::move(text);
    return *this;
  }
  Message& Received(std::string text) {
    received_ += (received_.empty() ? "" : ", ") + text;
    return *this;
  }
  Message& Shapes(std::initializer_list<NamedShape> shapes);
  Message& Hint(std::string text) {
    hint_ = std::move(text);
    return *this;
  }
  // Fills what the writer of the check left open.
  Message& Comparison(const char* expression, const std::string& values);
  ErrorCode code() const { return code_; }
  std::string Build() const;

 private:
  ErrorCode code_;
  std::string summary_, expected_, received_, hint_;
};

#define PD_DECLARE_ERROR(kind)                  \
  PADDLE_API Message kind(const char* fmt, ...) \
      __attribute__((format(printf, 1, 2), cold))
PD_DECLARE_ERROR(InvalidArgument);
PD_DECLARE_ERROR(InvalidType);
PD_DECLARE_ERROR(OutOfRange);
PD_DECLARE_ERROR(NotFound);
PD_DECLARE_ERROR(Unimplemented);
PD_DECLARE_ERROR(PreconditionNotMet);
PD_DECLARE_ERROR(ResourceExhausted);
PD_DECLARE_ERROR(Unavailable);
PD_DECLARE_ERROR(External);
PD_DECLARE_ERROR(Fatal);
#undef PD_DECLARE_ERROR

}  // namespace errors

[[noreturn]] PADDLE_API PD_COLD void ThrowError(const errors::Message& message);

namespace internal {
template <typename A, typename B>
PD_COLD std::string Values(const char* op, const A& a, const B& b) {
  std::ostringstream os;
  os << a << ' ' << op << ' ' << b;
  return os.str();
}
}  // namespace internal

#define PADDLE_THROW(message) ::paddle::ThrowError(message)
#define PADDLE_ENFORCE(condition, message)                        \
  do {                                                            \
    if (PD_UNLIKELY(!(condition))) ::paddle::ThrowError(message); \
  } while (0)
#define PD_ENFORCE_COMPARE(a, op, inverse, b, message)       \
  do {                                                       \
    auto&& pd_a = (a);                                       \
    auto&& pd_b = (b);                                       \
    if (PD_UNLIKELY(!(pd_a op pd_b))) {                      \
      ::paddle::ThrowError((message).Comparison(             \
          #a " " #op " " #b,                                 \
          ::paddle::internal::Values(inverse, pd_a, pd_b))); \
    }                                                        \
  } while (0)
#define PADDLE_ENFORCE_EQ(a, b, m) PD_ENFORCE_COMPARE(a, ==, "!=", b, m)
#define PADDLE_ENFORCE_NE(a, b, m) PD_ENFORCE_COMPARE(a, !=, "==", b, m)
#define PADDLE_ENFORCE_LT(a, b, m) PD_ENFORCE_COMPARE(a, <, ">=", b, m)
#define PADDLE_ENFORCE_LE(a, b, m) PD_ENFORCE_COMPARE(a, <=, ">", b, m)
#define PADDLE_ENFORCE_GT(a, b, m) PD_ENFORCE_COMPARE(a, >, "<=", b, m)
#define PADDLE_ENFORCE_GE(a, b, m) PD_ENFORCE_COMPARE(a, >=, "<", b, m)

}  // namespace paddle
