// What code of users throws.
#pragma once
#include <new>
#include <string>

#include "common/enforce.h"
#include "eager/recorder.h"

namespace paddle {

// Calls f(), code of the user for `op`. What it throws names the operator: the
// library's own errors stay of their kind, others become External.
template <typename F>
auto RunForeign(const std::string& op, F&& f) {
  const auto named = [&](const std::string& text) {
    return text.compare(0, op.size() + 2, op + ": ") == 0 ? text
                                                          : op + ": " + text;
  };
  try {
    return f();
  } catch (const CaptureBreak&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Error& e) {
    const std::string kind = std::string("(") + Name(e.code()) + ") ";
    std::string text = e.what();
    if (text.compare(0, kind.size(), kind) == 0) text.erase(0, kind.size());
    throw Error(e.code(), kind + named(text));
  } catch (const std::exception& e) {
    PADDLE_THROW(errors::External("%s", named(e.what()).c_str()));
  } catch (...) {
    PADDLE_THROW(errors::External(
        "%s", named("its code has thrown what is no std::exception.").c_str()));
  }
}

}  // namespace paddle
