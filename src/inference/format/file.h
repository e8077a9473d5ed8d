// Whole files: read at once, replaced at once.
#pragma once
#include <string>
#include <string_view>

#include "common/macros.h"

namespace paddle::inference {

// Raises NotFound or External with the path and the system's reason.
std::string ReadFile(const std::string& path);
bool FileExists(const std::string& path);
void RemoveFile(const std::string& path);  // where it exists

// A file that takes the place of `path` when it is committed and not before:
// whatever interrupts the writing, the old file stays as it was.
class NewFile {
 public:
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  ~NewFile();  // removes what was not committed

  void Write(const void* data, size_t bytes);
  void Write(std::string_view text) { Write(text.data(), text.size()); }
  // Everything is on the disk afterwards, under the name of the old file.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what);

  std::string path_, temporary_;
  int fd_;
};

}  // namespace paddle::inference
