#include "common/enforce.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

#include "common/open_size.h"

namespace paddle {

const char* Name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "InvalidArgument";
    case ErrorCode::kInvalidType: return "InvalidType";
    case ErrorCode::kOutOfRange: return "OutOfRange";
    case ErrorCode::kNotFound: return "NotFound";
    case ErrorCode::kUnimplemented: return "Unimplemented";
    case ErrorCode::kPreconditionNotMet: return "PreconditionNotMet";
    case ErrorCode::kResourceExhausted: return "ResourceExhausted";
    case ErrorCode::kUnavailable: return "Unavailable";
    case ErrorCode::kExternal: return "External";
    case ErrorCode::kFatal: return "Fatal";
  }
  return "Unknown";
}

Error::Error(ErrorCode code, std::string message)
    : code_(code), message_(std::move(message)) {}
Error::Error(const Error&) = default;
Error::~Error() = default;  // the key function: one typeinfo, here

namespace errors {

std::string ToString(ShapeView shape) {
  std::string text = "[";
  for (int64_t i = 0; i < shape.size; ++i) {
    text += (i ? ", " : "") + std::to_string(shape.data[i]);
  }
  return text + "]";
}

bool (*is_open_size)(int64_t) = nullptr;

Message& Message::Shapes(std::initializer_list<NamedShape> shapes) {
  for (const NamedShape& s : shapes) {
    std::vector<int64_t> dims(s.shape.data, s.shape.data + s.shape.size);
    for (int64_t& n : dims) {
      if (is_open_size && is_open_size(n)) n = -1;
    }
    Received(std::string(s.name) + ".shape = " + ToString(dims));
  }
  return *this;
}

Message& Message::Comparison(const char* expression,
                             const std::string& values) {
  if (expected_.empty()) expected_ = expression;
  received_ += received_.empty() ? values : "  (" + values + ")";
  return *this;
}

std::string Message::Build() const {
  std::string text = std::string("(") + Name(code_) + ") " + summary_;
  if (!expected_.empty()) text += "\n  Expected: " + expected_;
  if (!received_.empty()) text += "\n  Received: " + received_;
  if (!hint_.empty()) text += "\n  Hint: " + hint_;
  return text;
}

namespace {
std::string Format(const char* fmt, va_list args) {
  va_list copy;
  va_copy(copy, args);
  const int size = std::vsnprintf(nullptr, 0, fmt, copy);
  va_end(copy);
  std::string text(size > 0 ? size : 0, '\0');
  std::vsnprintf(text.data(), text.size() + 1, fmt, args);
  return text;
}
}  // namespace

#define PD_DEFINE_ERROR(kind)                               \
  Message kind(const char* fmt, ...) {                      \
    va_list args;                                           \
    va_start(args, fmt);                                    \
    Message message(ErrorCode::k##kind, Format(fmt, args)); \
    va_end(args);                                           \
    return message;                                         \
  }
PD_DEFINE_ERROR(InvalidArgument)
PD_DEFINE_ERROR(InvalidType)
PD_DEFINE_ERROR(OutOfRange)
PD_DEFINE_ERROR(NotFound)
PD_DEFINE_ERROR(Unimplemented)
PD_DEFINE_ERROR(PreconditionNotMet)
PD_DEFINE_ERROR(ResourceExhausted)
PD_DEFINE_ERROR(Unavailable)
PD_DEFINE_ERROR(External)
PD_DEFINE_ERROR(Fatal)

}  // namespace errors

void ThrowError(const errors::Message& message) {
  throw Error(message.code(), message.Build());
}

}  // namespace paddle
