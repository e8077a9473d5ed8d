// Messages of Protocol Buffers, field by field: all that ProgramDesc needs.
#pragma once
#include "inference/format/bytes.h"

namespace paddle::inference {

// for (Wire w(bytes); w.Next();) switch (w.field()) { case 1: w.Text(); }
// A field that is not read is passed over.
class Wire {
 public:
  Wire(Bytes bytes, const char* what) : bytes_(bytes), what_(what) {}

  bool Next() {
    if (pending_) Skip();
    if (bytes_.done()) return false;
    const uint64_t key = Varint();
    field_ = static_cast<int>(key >> 3 & 0x1fffffff);
    type_ = static_cast<int>(key & 7);
    if (field_ == 0 || key >> 32) Bad("a field number", std::to_string(key));
    pending_ = true;
    return true;
  }
  int field() const { return field_; }

  std::string_view Text() {
    Expect(2);
    return bytes_.Take(Varint(), what_);
  }
  Bytes Message() {
    Expect(2);
    return bytes_.Part(Varint(), what_);
  }
  int64_t Int() {
    Expect(0);
    return static_cast<int64_t>(Varint());
  }
  // 32 bits, sign-extended from what the format widens to 64.
  int64_t Int32() {
    const int64_t v = Int();
    if (v != static_cast<int32_t>(v)) Bad("an int32", std::to_string(v));
    return v;
  }
  bool Bool() { return Int() != 0; }
  float Float() {
    Expect(5);
    return bytes_.Number<float>(what_);
  }
  double Double() {
    Expect(1);
    return bytes_.Number<double>(what_);
  }
  // Repeated numbers, packed or one by one: calls f(read) for each, where
  // `read` is one of the functions above.
  template <typename F>
  void Repeated(int element_type, F&& f) {
    if (type_ != 2) return f(*this);
    for (Wire inner(Message(), what_); !inner.bytes_.done();) {
      inner.type_ = element_type;
      inner.pending_ = true;
      f(inner);
    }
  }

 private:
  uint64_t Varint() {
    uint64_t v = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = bytes_.Number<uint8_t>(what_);
      v |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return v;
    }
    Bad("a number of at most 10 bytes", "a longer one");
  }
  void Expect(int type) {
    if (type_ != type) {
      Bad("wire type " + std::to_string(type) + " for field " +
              std::to_string(field_),
          std::to_string(type_));
    }
    pending_ = false;
  }
  void Skip() {
    pending_ = false;
    switch (type_) {
      case 0: Varint(); break;
      case 1: bytes_.Take(8, what_); break;
      case 2: bytes_.Take(Varint(), what_); break;
      case 5: bytes_.Take(4, what_); break;
      default: Bad("wire type 0, 1, 2 or 5", std::to_string(type_));
    }
  }
  [[noreturn]] void Bad(const std::string& expected,
                        const std::string& received) const {
    bytes_.Fail(what_, expected, received);
  }

  Bytes bytes_;
  const char* what_;
  int field_ = 0, type_ = 0;
  bool pending_ = false;
};

}  // namespace paddle::inference
