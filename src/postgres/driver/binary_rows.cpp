#include "postgres/driver/binary_rows.hpp"

#include <charconv>
#include <limits>

namespace idem::postgres {

namespace {

constexpr std::string_view kSignature{"PGCOPY\n\377\r\n\0", 11};
constexpr std::int64_t kEpoch = 946'684'800'000'000;  // microseconds from 1970 to 2000, where the server's time begins

// Takes a big-endian integer from the front; false where there are too few bytes.
template <typename Integer>
bool take(std::string_view& bytes, Integer& value) {
  if (bytes.size() < sizeof(Integer)) return false;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bits = bits << 8U | static_cast<unsigned char>(bytes[i]);
  value = static_cast<Integer>(bits);
  bytes.remove_prefix(sizeof(Integer));
  return true;
}

bool take_whole(std::string_view bytes, std::int64_t& value) {
  std::int16_t two = 0;
  std::int32_t four = 0;
  if (bytes.size() == 8) return take(bytes, value);
  if (bytes.size() == 4 && take(bytes, four)) value = four;
  if (bytes.size() == 2 && take(bytes, two)) value = two;
  return bytes.empty();
}

void append_group(std::string& out, int group) {
  for (int unit = 1000; unit > 0; unit /= 10) out += static_cast<char>('0' + group / unit % 10);
}

}  // namespace

std::string decimal_text(std::string_view bytes) {
  std::uint16_t groups = 0;
  std::int16_t weight = 0;
  std::uint16_t sign = 0;
  std::uint16_t scale = 0;
  if (!take(bytes, groups) || !take(bytes, weight) || !take(bytes, sign) || !take(bytes, scale) ||
      bytes.size() != groups * std::size_t{2})
    return "";
  if (sign == 0xC000) return "NaN";
  if (sign == 0xD000) return "Infinity";
  if (sign == 0xF000) return "-Infinity";
  std::string out = sign == 0x4000 ? "-" : "";
  // Groups of four digits; the first has the weight 10000^weight, those that are not there are zero.
  int next = 0;
  bool fits = true;
  const auto group_of = [&](int place) -> int {
    if (place > weight || next >= groups) return 0;
    std::int16_t group = 0;
    take(bytes, group);
    ++next;
    fits = fits && group >= 0 && group < 10000;
    return group;
  };
  if (weight < 0) out += '0';
  for (int place = weight; place >= 0; --place) {
    const int group = group_of(place);
    if (place == weight)
      out += std::to_string(group);
    else
      append_group(out, group);
  }
  if (scale > 0) {
    out += '.';
    const std::size_t end = out.size() + scale;
    for (int place = -1; out.size() < end; --place) append_group(out, group_of(place));
    out.resize(end);
  }
  return fits ? out : "";
}

bool BinaryRows::field(std::size_t at, std::string_view bytes, books::RawField& field) {
  std::int64_t number = 0;
  switch (m_kinds[at]) {
    case CopyStream::Kind::text:
      field.text = bytes;
      return true;
    case CopyStream::Kind::time:
      if (bytes.size() != 8 || !take(bytes, number)) return false;
      if (number == std::numeric_limits<std::int64_t>::max() || number == std::numeric_limits<std::int64_t>::min())
        field.text = "infinity";  // text that is no time, as in the text form
      else {
        field.is_time = true;
        field.micros = number + kEpoch;
      }
      return true;
    case CopyStream::Kind::whole: {
      if (!take_whole(bytes, number)) return false;
      std::string& text = m_numbers[at];
      text.resize(24);
      text.resize(static_cast<std::size_t>(std::to_chars(text.data(), text.data() + 24, number).ptr - text.data()));
      field.text = text;
      return true;
    }
    case CopyStream::Kind::decimal:
      m_numbers[at] = decimal_text(bytes);
      field.text = m_numbers[at];
      return !field.text.empty();
  }
  return false;
}

BinaryRows::Read BinaryRows::read(std::string_view message, books::RawRow& row) {
  if (!m_begun) {
    std::int32_t flags = 0;
    std::uint32_t extension = 0;
    if (message.substr(0, kSignature.size()) != kSignature) return Read::malformed;
    message.remove_prefix(kSignature.size());
    if (!take(message, flags) || !take(message, extension) || extension > message.size()) return Read::malformed;
    message.remove_prefix(extension);
    m_begun = true;
    if (message.empty()) return Read::nothing;
  }
  std::int16_t count = 0;
  if (!take(message, count)) return Read::malformed;
  if (count == -1) return Read::nothing;  // the end is told by the protocol too
  if (count < 0 || static_cast<std::size_t>(count) != m_kinds.size()) return Read::malformed;
  row.assign(m_kinds.size(), {});
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::int32_t length = 0;
    if (!take(message, length)) return Read::malformed;
    if (length < 0) continue;
    if (static_cast<std::size_t>(length) > message.size()) return Read::malformed;
    row[i].null = false;
    if (!field(i, message.substr(0, static_cast<std::size_t>(length)), row[i])) return Read::malformed;
    message.remove_prefix(static_cast<std::size_t>(length));
  }
  return Read::row;
}

}  // namespace idem::postgres
