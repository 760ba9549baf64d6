#include "records/ndjson_reader.hpp"

#include "records/csv_reader.hpp"

#include <fmt/core.h>

#include <cstring>
#include <deque>
#include <unordered_map>

namespace idem::books {

namespace {

constexpr std::size_t kLookAhead = 1000;  // lines whose members become columns
constexpr std::size_t kMostColumns = 4096;

class NdjsonReader : public RowReader {
 public:
  NdjsonReader(ByteSource bytes, std::string name, BadRows& bad)
      : m_bytes(std::move(bytes)), m_name(std::move(name)), m_bad(bad) {}

  Result<void> look_ahead();
  const std::vector<std::string>& columns() const override { return m_columns; }
  double done() const override { return m_bytes.done(); }
  Result<bool> next(RawRow& row) override;

 private:
  struct Value {
    std::string text;
    bool null = true;
  };
  using Values = std::vector<Value>;

  // The next line without its end; false at the end of the file.
  Result<bool> next_line(std::string_view& line, bool& too_long);
  // The next line that is a good object, by column.
  Result<bool> next_values(Values& values);

  ByteSource m_bytes;
  std::string m_name;
  BadRows& m_bad;
  std::vector<std::string> m_columns;
  std::unordered_map<std::string, std::size_t> m_index;
  bool m_learning = true;
  std::deque<Values> m_ahead;
  Values m_current;
  std::string m_buffer;
  std::size_t m_at = 0;
  std::uint64_t m_line = 0;
  bool m_at_end = false;
};

Result<bool> NdjsonReader::next_line(std::string_view& line, bool& too_long) {
  std::size_t looked = 0;
  too_long = false;
  for (;;) {
    const std::size_t end = m_buffer.find('\n', m_at + looked);
    if (end != std::string::npos) {
      line = std::string_view(m_buffer).substr(m_at, end - m_at);
      m_at = end + 1;
      ++m_line;
      return true;
    }
    if (m_buffer.size() - m_at > kLongestRow) {
      too_long = true;
      m_at = m_buffer.size();
    }
    looked = m_buffer.size() - m_at;
    if (m_at_end) {
      if (looked == 0 && !too_long) return false;
      line = std::string_view(m_buffer).substr(m_at);
      m_at = m_buffer.size();
      ++m_line;
      return true;
    }
    m_buffer.erase(0, m_at);
    m_at = 0;
    const Result<std::string_view> block = m_bytes.read();
    if (!block) return block.error();
    if (block->empty()) m_at_end = true;
    m_buffer += *block;
  }
}

Result<bool> NdjsonReader::next_values(Values& values) {
  for (;;) {
    std::string_view line;
    bool too_long = false;
    Result<bool> got = next_line(line, too_long);
    if (!got || !*got) return got;
    if (m_line == 1 && line.size() >= 3 && line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);
    if (!too_long && line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    for (Value& value : values) value.null = true;
    values.resize(m_columns.size());
    std::string wrong = too_long ? "a line longer than 16 MiB" : valid_utf8(line) ? "" : "bytes that are not UTF-8";
    if (wrong.empty())
      wrong = flatten_json(line, [&](std::string_view path, std::string_view text, bool null) {
        std::string name(path);
        auto found = m_index.find(name);
        if (found == m_index.end()) {
          if (!m_learning || m_columns.size() >= kMostColumns) return;
          found = m_index.emplace(name, m_columns.size()).first;
          m_columns.push_back(std::move(name));
          values.emplace_back();
        }
        Value& value = values[found->second];
        value.text.assign(text);
        value.null = null;
      });
    if (wrong.empty()) return true;
    if (const auto added = m_bad.add(fmt::format("{}:{}", m_name, m_line), wrong); !added) return added.error();
  }
}

Result<void> NdjsonReader::look_ahead() {
  while (m_ahead.size() < kLookAhead) {
    Values values;
    const Result<bool> got = next_values(values);
    if (!got) return got.error();
    if (!*got) break;
    m_ahead.push_back(std::move(values));
  }
  m_learning = false;
  return {};
}

Result<bool> NdjsonReader::next(RawRow& row) {
  if (!m_ahead.empty()) {
    m_current = std::move(m_ahead.front());
    m_ahead.pop_front();
    m_current.resize(m_columns.size());
  } else {
    Result<bool> got = next_values(m_current);
    if (!got || !*got) return got;
  }
  row.resize(m_columns.size());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = {m_current[i].text, m_current[i].null};
  return true;
}

}  // namespace

Result<std::unique_ptr<RowReader>> open_ndjson(ByteSource bytes, const std::string& name, BadRows& bad) {
  auto reader = std::make_unique<NdjsonReader>(std::move(bytes), name, bad);
  if (const auto ahead = reader->look_ahead(); !ahead) return ahead.error();
  return std::unique_ptr<RowReader>(std::move(reader));
}

}  // namespace idem::books
