// Plain structs as bytes and back. A struct is described once, by a function `fields(archive, value)` that hands its
// members to the archive; ArchiveWriter and ArchiveReader go through the same description, so that they cannot differ.
//
// Numbers are variable-length (7 bits a byte, the low ones first), text and lists start with their length. Reading
// checks every length against what is left: bytes that were cut or changed make ok() false, never a wild read.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace idem {

// `template <typename Archive, Of<Span> T> void fields(Archive& archive, T& x)`: T is Span, constant when writing.
// Taking x apart by structured binding makes a member that was added and forgotten an error of the compiler.
template <typename T, typename Plain>
concept Of = std::same_as<std::remove_const_t<T>, Plain>;

class ArchiveWriter {
 public:
  static constexpr bool kReads = false;

  template <typename... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(m_out); }

 private:
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      m_out += static_cast<char>(value | 0x80);
      value >>= 7;
    }
    m_out += static_cast<char>(value);
  }

  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool> || std::is_same_v<T, std::uint8_t>) {
      m_out += static_cast<char>(value);
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
      number(static_cast<std::uint32_t>(value + 1));  // the index that stands for "none" is the largest number
    } else if constexpr (std::unsigned_integral<T>) {
      number(value);
    } else if constexpr (std::is_same_v<T, double>) {
      number(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      number(value.size());
      m_out += value;
    } else {
      put_parts(value);
    }
  }
  template <typename T>
  void put_parts(const std::vector<T>& list) {
    number(list.size());
    for (const T& each : list) put(each);
  }
  template <typename T, std::size_t N>
  void put_parts(const std::array<T, N>& list) {
    for (const T& each : list) put(each);
  }
  template <typename T>
  void put_parts(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename A, typename B>
  void put_parts(const std::pair<A, B>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <typename T>
  void put_parts(const T& value) {
    fields(*this, value);
  }

  std::string m_out;
};

class ArchiveReader {
 public:
  static constexpr bool kReads = true;

  // `bytes` must outlive the reader.
  explicit ArchiveReader(std::string_view bytes) : m_rest(bytes) {}

  template <typename... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  // Everything was there so far.
  bool ok() const { return m_ok; }
  bool at_end() const { return m_ok && m_rest.empty(); }

 private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (m_rest.empty()) break;
      const auto byte = static_cast<unsigned char>(m_rest.front());
      m_rest.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    m_ok = false;
    m_rest = {};
    return 0;
  }
  // A count of things of at least one byte each.
  std::size_t count() {
    const std::uint64_t n = number();
    if (n <= m_rest.size()) return static_cast<std::size_t>(n);
    m_ok = false;
    m_rest = {};
    return 0;
  }

  template <typename T>
  void get(T& value) {
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool> || std::is_same_v<T, std::uint8_t>) {
      if (m_rest.empty()) {
        m_ok = false;
        return;
      }
      const auto byte = static_cast<std::uint8_t>(m_rest.front());
      m_rest.remove_prefix(1);
      if constexpr (std::is_same_v<T, bool>)
        value = byte != 0;
      else
        value = static_cast<T>(byte);
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
      value = static_cast<std::uint32_t>(number()) - 1;
    } else if constexpr (std::unsigned_integral<T>) {
      value = static_cast<T>(number());
    } else if constexpr (std::is_same_v<T, double>) {
      value = std::bit_cast<double>(number());
    } else if constexpr (std::is_same_v<T, std::string>) {
      const std::size_t n = count();
      value.assign(m_rest.substr(0, n));
      m_rest.remove_prefix(n);
    } else {
      get_parts(value);
    }
  }
  template <typename T>
  void get_parts(std::vector<T>& list) {
    list.clear();
    list.resize(count());
    for (T& each : list) {
      if (!m_ok) return;
      get(each);
    }
  }
  template <typename T, std::size_t N>
  void get_parts(std::array<T, N>& list) {
    for (T& each : list) get(each);
  }
  template <typename T>
  void get_parts(std::optional<T>& value) {
    bool there = false;
    get(there);
    value.reset();
    if (there) get(value.emplace());
  }
  template <typename A, typename B>
  void get_parts(std::pair<A, B>& pair) {
    get(pair.first);
    get(pair.second);
  }
  template <typename T>
  void get_parts(T& value) {
    fields(*this, value);
  }

  std::string_view m_rest;
  bool m_ok = true;
};

}  // namespace idem
