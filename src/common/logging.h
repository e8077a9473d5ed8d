// Messages for people, through glog: on stderr, with time, file and line.
// GLOG_minloglevel=1 leaves out INFO, GLOG_v=1 shows PD_VLOG(1),
// GLOG_logtostderr=0 with GLOG_log_dir=DIR writes files.
//   PD_LOG(WARNING) << "...";
#pragma once
#include <memory>
#include <ostream>

#include "common/macros.h"

namespace paddle::logging {

enum class Severity { INFO, WARNING, ERROR };

// Writes what was streamed into it when it dies.
class PADDLE_API Line {
 public:
  Line(Severity severity, const char* file, int line);
  ~Line();
  std::ostream& stream();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

PADDLE_API bool IsVerbose(int level);

}  // namespace paddle::logging

#define PD_LOG(severity)                                                   \
  ::paddle::logging::Line(::paddle::logging::Severity::severity, __FILE__, \
                          __LINE__)                                        \
      .stream()
#define PD_VLOG(level) \
  if (::paddle::logging::IsVerbose(level)) PD_LOG(INFO)
