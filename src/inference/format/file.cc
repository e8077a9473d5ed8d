#include "inference/format/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/enforce.h"

namespace paddle::inference {

namespace {

[[noreturn]] PD_COLD void ThrowSystem(const std::string& path,
                                      const char* what) {
  const int code = errno;
  const auto message =
      code == ENOENT
          ? errors::NotFound("%s: there is no such file.", path.c_str())
          : errors::External("%s: %s failed: %s.", path.c_str(), what,
                             std::strerror(code));
  PADDLE_THROW(message);
}

constexpr const char* kTemporary = ".saving-";  // and 6 characters

struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

std::string ReadFile(const std::string& path) {
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) ThrowSystem(path, "opening it");
  struct stat info;
  if (fstat(file.fd, &info) != 0) ThrowSystem(path, "reading it");
  PADDLE_ENFORCE(S_ISREG(info.st_mode),
                 errors::InvalidArgument("%s is not a file.", path.c_str()));
  std::string text(static_cast<size_t>(info.st_size), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = read(file.fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) ThrowSystem(path, "reading it");
    if (n == 0) break;
    done += static_cast<size_t>(n);
  }
  text.resize(done);
  return text;
}

bool FileExists(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

void RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    ThrowSystem(path, "removing it");
  }
}

std::vector<std::string> Uncommitted(const std::string& path) {
  const std::filesystem::path of(path);
  const std::string start = of.filename().string() + kTemporary;
  const auto folder = of.has_parent_path() ? of.parent_path() : ".";
  std::vector<std::string> found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end;
       !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(start) && name.size() == start.size() + 6 &&
        FileExists(at->path().string())) {
      found.push_back(at->path().string());
    }
  }
  return found;
}

// A writer holds a lock on what it writes, which goes with its process.
NewFile::NewFile(std::string path) : path_(std::move(path)) {
  RemoveLeftOvers();
  for (;;) {
    temporary_ = path_ + kTemporary + "XXXXXX";
    fd_ = mkostemp(temporary_.data(), O_CLOEXEC);
    if (fd_ < 0) ThrowSystem(path_, "making a file beside it");
    struct stat info;
    // Where files can not be locked nothing is removed either.
    if (flock(fd_, LOCK_EX) != 0 || fstat(fd_, &info) != 0 ||
        info.st_nlink > 0) {
      break;
    }
    close(fd_);  // taken for a left-over before it was locked
  }
  // As a plainly opened file would be.
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(fd_, 0666 & ~mask);
}

void NewFile::RemoveLeftOvers() const {
  for (const std::string& path : Uncommitted(path_)) {
    const Descriptor file{
        open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
    if (file.fd >= 0 && flock(file.fd, LOCK_EX | LOCK_NB) == 0) {
      unlink(path.c_str());
    }
  }
}

NewFile::~NewFile() {
  if (fd_ < 0) return;
  close(fd_);
  unlink(temporary_.c_str());
}

void NewFile::Fail(const char* what) { ThrowSystem(path_, what); }

void NewFile::Write(const void* data, size_t bytes) {
  checksum_.Add(data, bytes);
  const auto* p = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = write(fd_, p, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) Fail("writing it");
    p += n;
    bytes -= static_cast<size_t>(n);
  }
}

void NewFile::Flush() {
  if (fsync(fd_) != 0) Fail("writing it");
}

void NewFile::Commit() {
  if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail("replacing it");
  close(fd_);
  fd_ = -1;
}

}  // namespace paddle::inference
