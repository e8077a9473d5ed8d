// Whole files: read at once, replaced at once.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "common/macros.h"
#include "inference/format/checksum.h"

namespace paddle::inference {

// Raises NotFound or External with the path and the system's reason.
std::string ReadFile(const std::string& path);
bool FileExists(const std::string& path);
void RemoveFile(const std::string& path);  // where it exists

// The files beside `path` that a NewFile of it has written and not committed:
// its process was killed, or still runs.
std::vector<std::string> Uncommitted(const std::string& path);

// A file that takes the place of `path` when it is committed and not before:
// whatever interrupts the writing, the old file stays as it was. What killed
// processes left beside it goes when the next one is made.
class NewFile {
 public:
  explicit NewFile(std::string path);
  NewFile(const NewFile&) = delete;
  ~NewFile();  // removes what was not committed

  void Write(const void* data, size_t bytes);
  void Write(std::string_view text) { Write(text.data(), text.size()); }
  // Of what was written.
  std::string checksum() const { return checksum_.Text(); }
  // Everything is on the disk afterwards, still beside the old file.
  void Flush();
  // It takes the name of the old file.
  void Commit();

 private:
  [[noreturn]] void Fail(const char* what);
  void RemoveLeftOvers() const;

  std::string path_, temporary_;
  Checksum checksum_;
  int fd_;
};

}  // namespace paddle::inference
