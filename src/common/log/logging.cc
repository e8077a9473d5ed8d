// A shared library of its own: glog keeps 30 KB for each thread, for which
// libframework, whose thread-local memory is static, has no room.
#include "common/logging.h"

#include <glog/logging.h>

#include <cstdlib>

namespace paddle::logging {
namespace {

void Initialize() {
  [[maybe_unused]] static const bool once = [] {
    if (std::getenv("GLOG_logtostderr") == nullptr) FLAGS_logtostderr = true;
    google::InitGoogleLogging("paddle");
    return true;
  }();
}

google::LogSeverity Level(Severity severity) {
  Initialize();
  return static_cast<google::LogSeverity>(severity);
}

}  // namespace

struct Line::Impl {
  google::LogMessage message;
  Impl(Severity severity, const char* file, int line)
      : message(file, line, Level(severity)) {}
};

Line::Line(Severity severity, const char* file, int line)
    : impl_(std::make_unique<Impl>(severity, file, line)) {}
Line::~Line() = default;
std::ostream& Line::stream() { return impl_->message.stream(); }

bool IsVerbose(int level) { return FLAGS_v >= level; }

}  // namespace paddle::logging
