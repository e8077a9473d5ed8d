// Bounds-checked reading of bytes that nobody has vouched for.
#pragma once
#include <cstring>
#include <string>
#include <string_view>

#include "common/enforce.h"

namespace paddle::inference {

// A part of a file; errors name the file and the place.
class Bytes {
 public:
  Bytes(std::string_view data, const std::string& file)
      : data_(data), file_(&file) {}

  size_t left() const { return data_.size() - at_; }
  bool done() const { return at_ == data_.size(); }
  size_t position() const { return base_ + at_; }
  const std::string& file() const { return *file_; }

  // The next `n` bytes; `what` is for the message.
  std::string_view Take(uint64_t n, const char* what) {
    if (PD_UNLIKELY(n > left())) {
      Fail(what, std::to_string(n) + " bytes",
           std::to_string(left()) + " bytes that are left");
    }
    const std::string_view part = data_.substr(at_, n);
    at_ += n;
    return part;
  }
  template <typename T>
  T Number(const char* what) {
    T v;
    std::memcpy(&v, Take(sizeof(T), what).data(), sizeof(T));
    return v;
  }
  // The next `n` bytes as a part that keeps its place in the file.
  Bytes Part(uint64_t n, const char* what) {
    const size_t base = position();
    Bytes part(Take(n, what), *file_);
    part.base_ = base;
    return part;
  }

  [[noreturn]] PD_COLD void Fail(const char* what, const std::string& expected,
                                 const std::string& received) const {
    PADDLE_THROW(errors::InvalidArgument("%s: %s is damaged, at byte %zu.",
                                         file_->c_str(), what, position())
                     .Expected(expected)
                     .Received(received));
  }

 private:
  std::string_view data_;
  size_t at_ = 0, base_ = 0;
  const std::string* file_;
};

}  // namespace paddle::inference
