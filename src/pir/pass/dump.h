// What FLAGS_dump_dir and a failing pass write.
#pragma once
#include <string>

namespace paddle::pir {

// A folder of its own for a program, DIR/0000 and so on; without
// FLAGS_dump_dir it is none, and nothing is written.
class Dump {
 public:
  Dump();
  explicit operator bool() const { return !folder_.empty(); }
  void Write(const std::string& name, const std::string& text) const;

 private:
  std::string folder_;
};

// Writes `text` into a new file and returns its path, or why there is none.
std::string WriteReproducer(const std::string& name, const std::string& text);

}  // namespace paddle::pir
