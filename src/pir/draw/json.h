// JSON that may stand inside of an HTML page: no text ends its element.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace paddle::pir::json {

// In quotes. Bytes that are no UTF-8 become U+FFFD.
std::string Text(std::string_view text);
std::string Texts(const std::vector<std::string>& list);

template <typename T>
std::string Numbers(const std::vector<T>& list) {
  std::string text = "[";
  for (const T& n : list)
    text += (&n == &list[0] ? "" : ",") + std::to_string(n);
  return text + "]";
}

}  // namespace paddle::pir::json
