// paddle::optional: std::optional with the names of Paddle's.
#pragma once
#include <optional>
#include <utility>

namespace paddle {

using none_t = std::nullopt_t;
inline constexpr none_t none = std::nullopt;

template <typename T>
class optional : public std::optional<T> {
 public:
  using std::optional<T>::optional;
  optional() = default;
  const T& get() const { return this->value(); }  // throws where empty
  T& get() { return this->value(); }
  const T* get_ptr() const { return *this ? &**this : nullptr; }
  T* get_ptr() { return *this ? &**this : nullptr; }
  bool is_initialized() const { return this->has_value(); }
};

template <typename T>
optional<std::decay_t<T>> make_optional(T&& value) {
  return optional<std::decay_t<T>>(std::forward<T>(value));
}

}  // namespace paddle
