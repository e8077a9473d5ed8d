#include "eager/op_log.h"

#include <cstring>
#include <mutex>
#include <sstream>

#include "core/trace.h"
#include "eager/eager_builder.h"

namespace paddle {

namespace {

struct Log {
  std::mutex mutex;
  std::vector<LoggedResult> results;
  std::string (*where)() = nullptr;
};
Log& TheLog() {
  static auto* log = new Log;
  return *log;
}

// FNV-1a over words.
uint64_t Digest(const void* data, size_t bytes) {
  uint64_t h = 14695981039346656037u;
  const char* p = static_cast<const char*>(data);
  for (; bytes > 0;) {
    uint64_t word = 0;
    const size_t n = std::min(bytes, sizeof(word));
    std::memcpy(&word, p, n);
    h = (h ^ word) * 1099511628211u;
    p += n;
    bytes -= n;
  }
  return h;
}

std::string FirstValues(const DenseTensor& t) {
  constexpr int64_t kShown = 6;
  std::ostringstream text;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    const T* data = t.Data<T>();
    for (int64_t i = 0; i < std::min(t.numel, kShown); ++i) {
      if (i > 0) text << ", ";
      if constexpr (kIsComplexType<T>) {
        text << data[i].real() << '+' << data[i].imag() << 'j';
      } else {
        text << static_cast<double>(data[i]);
      }
    }
  });
  if (t.numel > kShown) text << ", ...";
  return text.str();
}

}  // namespace

void OpLog::Start(std::string (*where)()) {
  Log& log = TheLog();
  std::lock_guard lock(log.mutex);
  log.results.clear();
  log.where = where;
  trace::wishes.fetch_or(trace::kResults);
}

std::vector<LoggedResult> OpLog::Take() {
  trace::wishes.fetch_and(static_cast<uint8_t>(~trace::kResults));
  Log& log = TheLog();
  std::lock_guard lock(log.mutex);
  return std::exchange(log.results, {});
}

void OpLog::Note(const OpDef& op, const Outs& outs) {
  Log& log = TheLog();
  const std::string where = log.where ? log.where() : std::string();
  for (int k = 0; k < outs.size(); ++k) {
    if (outs[k]->dtype == DataType::kUndefined) continue;
    const Var host = Contiguous(OnHost(Var::Share(outs[k])));
    LoggedResult result{&op, host->dtype, host->dims, 0, "", where};
    if (host->numel > 0) {
      result.digest = Digest(host->data, host->bytes());
      result.values = FirstValues(*host);
    }
    std::lock_guard lock(log.mutex);
    if (log.results.size() < kMost) log.results.push_back(std::move(result));
  }
}

}  // namespace paddle
