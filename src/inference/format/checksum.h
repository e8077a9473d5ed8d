// A number that tells files apart, at the speed of memory. Not against forgery.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace paddle::inference {

class Checksum {
 public:
  // The same for all ways to cut the bytes.
  void Add(const void* data, size_t bytes) {
    const auto* p = static_cast<const char*>(data);
    total_ += bytes;
    if (filled_ > 0) {
      const size_t n = std::min(bytes, sizeof(block_) - filled_);
      std::memcpy(block_ + filled_, p, n);
      filled_ += n;
      p += n;
      bytes -= n;
      if (filled_ < sizeof(block_)) return;
      Mix(block_);
      filled_ = 0;
    }
    for (; bytes >= sizeof(block_); bytes -= sizeof(block_)) {
      Mix(p);
      p += sizeof(block_);
    }
    if (bytes > 0) std::memcpy(block_, p, bytes);
    filled_ = bytes;
  }

  std::string Text() const {
    Checksum end = *this;
    std::memset(end.block_ + end.filled_, 0, sizeof(block_) - end.filled_);
    end.Mix(end.block_);
    uint64_t sum = total_;
    for (uint64_t lane : end.lanes_) sum = (sum ^ lane) * kPrime;
    char text[17];
    std::snprintf(text, sizeof(text), "%016llx",
                  static_cast<unsigned long long>(sum));
    return text;
  }

 private:
  static constexpr uint64_t kPrime = 0x9e3779b97f4a7c15;
  void Mix(const char* block) {
    for (uint64_t& lane : lanes_) {
      uint64_t word;
      std::memcpy(&word, block, sizeof(word));
      block += sizeof(word);
      lane = (lane ^ word) * kPrime;
      lane ^= lane >> 32;
    }
  }

  uint64_t lanes_[4] = {1, 2, 3, 4};
  uint64_t total_ = 0;
  char block_[32];
  size_t filled_ = 0;
};

}  // namespace paddle::inference
