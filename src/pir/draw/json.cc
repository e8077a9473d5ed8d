#include "pir/draw/json.h"

#include <cstdio>

namespace paddle::pir::json {

namespace {

// The length of the character of UTF-8 at the start; 0: there is none.
size_t CharacterLength(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Written too long, a surrogate, or beyond the last character.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) {
    return 0;
  }
  return length;
}

}  // namespace

std::string Text(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const size_t length = CharacterLength(text);
    const char c = text[0];
    if (length == 0) {
      quoted += "\\ufffd";
    } else if (length == 1 && (c < ' ' || c == 0x7F || c == '"' || c == '\\' ||
                               c == '<' || c == '>' || c == '&')) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
      quoted += escaped;
    } else {
      quoted += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return quoted + "\"";
}

std::string Texts(const std::vector<std::string>& list) {
  std::string text = "[";
  for (const auto& s : list) text += (text.size() == 1 ? "" : ",") + Text(s);
  return text + "]";
}

}  // namespace paddle::pir::json
