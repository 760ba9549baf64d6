#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace idem {

// What kind of failure an Error tells; it decides the exit code.
enum class ErrorKind {
  usage,       // the user asked for something that cannot be: exit 2
  config,      // a configuration file is wrong: exit 2
  input,       // an input cannot be read or understood: exit 2
  incomplete,  // work was begun and could not be finished (server lost, truncated input): exit 3
  internal,    // a bug of ours: exit 2
};

// An expected failure: one sentence for a person, with the way out where there is one.
struct Error {
  ErrorKind kind = ErrorKind::usage;
  std::string message;

  // The same error with where it happened put in front: "orders.csv: ...".
  Error with_context(const std::string& context) const { return {kind, context + ": " + message}; }
};

// A value or an Error, with the names of std::expected (which C++20 lacks).
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return m_state.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return *std::get_if<0>(&m_state); }
  const T& value() const& { return *std::get_if<0>(&m_state); }
  T&& value() && { return std::move(*std::get_if<0>(&m_state)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return std::get_if<0>(&m_state); }
  const T* operator->() const { return std::get_if<0>(&m_state); }
  const Error& error() const {
    assert(!has_value());
    return *std::get_if<1>(&m_state);
  }
  T value_or(T other) const& { return has_value() ? value() : std::move(other); }

 private:
  std::variant<T, Error> m_state;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : m_error(std::move(error)), m_ok(false) {}

  bool has_value() const { return m_ok; }
  explicit operator bool() const { return m_ok; }
  const Error& error() const {
    assert(!m_ok);
    return m_error;
  }

 private:
  Error m_error;
  bool m_ok = true;
};

}  // namespace idem
