#include "pir/pass/dump.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "common/enforce.h"
#include "common/flags.h"

namespace paddle::pir {

namespace fs = std::filesystem;

Dump::Dump() {
  if (flags::dump_dir.empty()) return;
  static std::atomic<int> next{0};
  const fs::path root = flags::dump_dir.load();
  std::error_code error;
  fs::create_directories(root, error);
  // Other processes may write into the same folder.
  for (int tries = 0; !error && tries < 100000; ++tries) {
    char number[16];
    std::snprintf(number, sizeof number, "%04d", next++);
    if (fs::create_directory(root / number, error)) {
      folder_ = root / number;
      return;
    }
  }
  PADDLE_THROW(errors::InvalidArgument(
                   "FLAGS_dump_dir: no folder can be made in %s.", root.c_str())
                   .Received(error.message()));
}

void Dump::Write(const std::string& name, const std::string& text) const {
  if (!folder_.empty()) std::ofstream(fs::path(folder_) / name) << text;
}

std::string WriteReproducer(const std::string& name, const std::string& text) {
  static std::atomic<int> next{0};
  std::error_code error;
  fs::path root = flags::dump_dir.load();
  if (root.empty()) root = fs::temp_directory_path(error);
  fs::create_directories(root, error);
  const fs::path path = root / ("pir_" + std::to_string(getpid()) + "_" +
                                std::to_string(next++) + "_" + name + ".mlir");
  std::ofstream file(path);
  file << text;
  file.close();
  return file ? path.string() : "(cannot write " + path.string() + ")";
}

}  // namespace paddle::pir
