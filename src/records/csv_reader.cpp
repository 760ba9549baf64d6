// The reader keeps one buffer that always holds whole records: it looks for the end of a record first (a line end
// outside quotes), then cuts the record into fields in place. Unquoting shortens, so it can be done in the buffer.
#include "records/csv_reader.hpp"

#include <fmt/core.h>

#include <cstring>
#include <set>

namespace idem::books {

namespace {

class CsvReader : public RowReader {
 public:
  CsvReader(ByteSource bytes, std::string name, BadRows& bad)
      : m_bytes(std::move(bytes)), m_name(std::move(name)), m_bad(bad) {}

  Result<void> read_header();
  const std::vector<std::string>& columns() const override { return m_columns; }
  double done() const override { return m_bytes.done(); }
  Result<bool> next(RawRow& row) override;

 private:
  enum class Found { record, end, too_long };
  // Sets m_begin..m_end to the next record without its line end.
  Result<Found> find_record();
  Result<bool> more();
  // Cuts the record into `row`; "" or what is wrong with it.
  const char* cut(RawRow& row);
  Result<void> skip_line();

  ByteSource m_bytes;
  std::string m_name;
  BadRows& m_bad;
  std::vector<std::string> m_columns;
  std::vector<char> m_buffer;
  std::size_t m_begin = 0;           // of the record
  std::size_t m_end = 0;             // of the record
  std::size_t m_next = 0;            // of the record after it
  std::uint64_t m_line = 0;          // the record begins on, from 1
  std::uint64_t m_lines_inside = 0;  // line ends inside the record and at its end
  bool m_quotes = false;             // the record holds a quote
  bool m_at_end = false;
  char m_separator = ',';
};

Result<bool> CsvReader::more() {
  if (m_at_end) return false;
  if (m_next > 0 && m_next >= m_buffer.size() / 2) {
    m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_next));
    m_next = 0;
  }
  const Result<std::string_view> block = m_bytes.read();
  if (!block) return block.error();
  if (block->empty()) {
    m_at_end = true;
    return false;
  }
  m_buffer.insert(m_buffer.end(), block->begin(), block->end());
  return true;
}

Result<CsvReader::Found> CsvReader::find_record() {
  m_line += m_lines_inside;
  m_lines_inside = 0;
  m_quotes = false;
  bool inside = false;
  std::size_t looked = 0;  // bytes after m_next already looked at
  for (;;) {
    const std::size_t begin = m_next;
    std::size_t at = begin + looked;
    while (at < m_buffer.size()) {
      if (!inside) {
        // The common case: jump from line end to line end, looking for quotes in between.
        const char* line_end = static_cast<const char*>(std::memchr(&m_buffer[at], '\n', m_buffer.size() - at));
        const std::size_t stop =
            line_end == nullptr ? m_buffer.size() : static_cast<std::size_t>(line_end - m_buffer.data());
        const void* quote = std::memchr(&m_buffer[at], '"', stop - at);
        if (quote != nullptr) {
          m_quotes = true;
          inside = true;
          at = static_cast<std::size_t>(static_cast<const char*>(quote) - m_buffer.data()) + 1;
          continue;
        }
        if (line_end == nullptr) {
          at = m_buffer.size();
          break;
        }
        ++m_lines_inside;
        m_begin = begin;
        m_end = stop > begin && m_buffer[stop - 1] == '\r' ? stop - 1 : stop;
        m_next = stop + 1;
        return Found::record;
      }
      const char c = m_buffer[at++];
      if (c == '"') inside = false;
      if (c == '\n') ++m_lines_inside;
    }
    looked = at - begin;
    if (looked > kLongestRow) return Found::too_long;
    const Result<bool> got = more();
    if (!got) return got.error();
    if (*got) continue;
    if (m_next >= m_buffer.size()) return Found::end;
    if (inside)
      return Error{ErrorKind::incomplete,
                   fmt::format("{}:{}: a quote is opened and the file ends inside it", m_name, m_line + 1)};
    m_begin = m_next;
    m_end = m_buffer.size();
    m_next = m_end;
    ++m_lines_inside;
    return Found::record;
  }
}

const char* CsvReader::cut(RawRow& row) {
  row.clear();
  char* at = m_buffer.data() + m_begin;
  char* const end = m_buffer.data() + m_end;
  if (!m_quotes) {
    for (;;) {
      char* stop = static_cast<char*>(std::memchr(at, m_separator, static_cast<std::size_t>(end - at)));
      if (stop == nullptr) stop = end;
      row.push_back({std::string_view(at, static_cast<std::size_t>(stop - at)), stop == at});
      if (stop == end) return "";
      at = stop + 1;
    }
  }
  for (;;) {
    if (at < end && *at == '"') {
      char* const begin = ++at;
      char* out = begin;
      for (;;) {
        char* quote = static_cast<char*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
        if (quote == nullptr) return "a quote is not closed";
        std::memmove(out, at, static_cast<std::size_t>(quote - at));
        out += quote - at;
        at = quote + 1;
        if (at == end || *at != '"') break;
        *out++ = *at++;
      }
      row.push_back({std::string_view(begin, static_cast<std::size_t>(out - begin)), false});
      if (at < end && *at != m_separator) return "text after a closing quote";
    } else {
      char* stop = at;
      while (stop < end && *stop != m_separator) {
        if (*stop == '"') return "a quote inside a field that does not begin with one";
        ++stop;
      }
      row.push_back({std::string_view(at, static_cast<std::size_t>(stop - at)), stop == at});
      at = stop;
    }
    if (at == end) return "";
    ++at;
  }
}

// After a row too long to hold: on to the next line end.
Result<void> CsvReader::skip_line() {
  m_lines_inside = 0;
  for (;;) {
    const char* line_end =
        m_next < m_buffer.size()
            ? static_cast<const char*>(std::memchr(&m_buffer[m_next], '\n', m_buffer.size() - m_next))
            : nullptr;
    if (line_end != nullptr) {
      m_next = static_cast<std::size_t>(line_end - m_buffer.data()) + 1;
      ++m_lines_inside;
      return {};
    }
    m_next = m_buffer.size();
    const Result<bool> got = more();
    if (!got) return got.error();
    if (!*got) return {};
  }
}

Result<void> CsvReader::read_header() {
  const Result<Found> found = find_record();
  if (!found) return found.error();
  if (*found == Found::end)
    return Error{ErrorKind::input, m_name + ": the file is empty; the first line must name the columns"};
  if (*found == Found::too_long)
    return Error{ErrorKind::input, fmt::format("{}:1: the first line is longer than 16 MiB", m_name)};
  if (m_end - m_begin >= 3 && std::memcmp(&m_buffer[m_begin], "\xEF\xBB\xBF", 3) == 0) m_begin += 3;
  const std::string_view line(m_buffer.data() + m_begin, m_end - m_begin);
  std::size_t most = 0;
  for (const char candidate : {',', ';', '\t'}) {
    std::size_t count = 0;
    for (const char c : line) count += c == candidate ? 1 : 0;
    if (count > most) {
      most = count;
      m_separator = candidate;
    }
  }
  RawRow names;
  if (const char* wrong = cut(names); *wrong != '\0')
    return Error{ErrorKind::input, fmt::format("{}:1: {}", m_name, wrong)};
  std::set<std::string_view> seen;
  for (const RawField& field : names) {
    if (!seen.insert(field.text).second && !field.text.empty())
      return Error{ErrorKind::input,
                   fmt::format("{}:1: the column \"{}\" is there twice; rename one", m_name, field.text)};
    if (!valid_utf8(field.text)) return Error{ErrorKind::input, m_name + ":1: the header is not UTF-8 text"};
    m_columns.emplace_back(field.text);
  }
  return {};
}

Result<bool> CsvReader::next(RawRow& row) {
  for (;;) {
    const Result<Found> found = find_record();
    if (!found) return found.error();
    if (*found == Found::end) return false;
    std::string wrong;
    if (*found == Found::too_long) {
      wrong = "a row longer than 16 MiB (is a quote left open?)";
      if (const auto skipped = skip_line(); !skipped) return skipped.error();
    } else {
      if (m_begin == m_end) continue;  // an empty line
      // Before cutting: cutting moves bytes about.
      const bool utf8 = valid_utf8({m_buffer.data() + m_begin, m_end - m_begin});
      wrong = utf8 ? cut(row) : "bytes that are not UTF-8";
      if (wrong.empty() && row.size() != m_columns.size())
        wrong = fmt::format("{} fields where the header has {}", row.size(), m_columns.size());
      if (wrong.empty()) return true;
    }
    if (const auto added = m_bad.add(fmt::format("{}:{}", m_name, m_line + 1), wrong); !added) return added.error();
  }
}

}  // namespace

bool valid_utf8(std::string_view text) {
  std::size_t i = 0;
  const std::size_t size = text.size();
  while (i < size) {
    if (size - i >= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080U) == 0) {
        i += 8;
        continue;
      }
    }
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t more = c < 0x80                ? 0
                             : c >= 0xC2 && c < 0xE0 ? 1
                             : c >= 0xE0 && c < 0xF0 ? 2
                             : c >= 0xF0 && c < 0xF5 ? 3
                                                     : 9;
    if (more == 9 || i + more >= size + (more == 0 ? 1 : 0)) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    if (more >= 2) {
      const auto second = static_cast<unsigned char>(text[i + 1]);
      if ((c == 0xE0 && second < 0xA0) || (c == 0xED && second > 0x9F) || (c == 0xF0 && second < 0x90) ||
          (c == 0xF4 && second > 0x8F))
        return false;
    }
    i += more + 1;
  }
  return true;
}

Result<void> BadRows::add(const std::string& place, const std::string& what) {
  ++count;
  if (first.size() < 5) first.push_back(place + ": " + what);
  if (count <= allowed) return {};
  return Error{ErrorKind::incomplete,
               fmt::format("{}: {}{}", place, what,
                           allowed == 0 ? " (--max-bad N reads past up to N such rows)"
                                        : fmt::format(" (more than the {} bad rows that --max-bad allows)", allowed))};
}

Result<std::unique_ptr<RowReader>> open_csv(ByteSource bytes, const std::string& name, BadRows& bad) {
  auto reader = std::make_unique<CsvReader>(std::move(bytes), name, bad);
  if (const auto header = reader->read_header(); !header) return header.error();
  return std::unique_ptr<RowReader>(std::move(reader));
}

}  // namespace idem::books
