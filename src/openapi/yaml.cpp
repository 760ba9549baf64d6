#include "openapi/yaml.hpp"

#include <algorithm>
#include <cctype>

namespace idem {

namespace {

constexpr int kMaxDepth = 60;

struct Line {
  std::size_t indent = 0;
  std::string_view text;  // without indentation, comment and trailing blanks
  std::string_view raw;   // for block scalars
  int number = 0;
};

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// Up to a comment that stands outside quotes.
std::string_view without_comment(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if ((c == '"' || c == '\'') && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '[' || text[i - 1] == '{' ||
                                           text[i - 1] == ',' || text[i - 1] == ':')) {
      quote = c;
    } else if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
      return text.substr(0, i);
    }
  }
  return text;
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view raw = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t indent = std::min(raw.find_first_not_of(' '), raw.size());
    lines.push_back({indent, trim(without_comment(raw.substr(indent))), raw, number});
  }
  return lines;
}

// Flow style, JSON too: reads from a position of one text and keeps count of lines.
class Flow {
 public:
  Flow(std::string_view text, int line) : m_text(text), m_line(line) {}

  YamlNode value(int depth) {
    blanks();
    YamlNode node;
    node.line = m_line;
    if (depth > kMaxDepth || m_at >= m_text.size()) {
      m_at = m_text.size();
      return node;
    }
    const char open = m_text[m_at];
    if (open != '{' && open != '[') {
      node.text = scalar();
      return node;
    }
    node.kind = open == '{' ? YamlNode::Kind::map : YamlNode::Kind::list;
    ++m_at;
    for (blanks(); m_at < m_text.size() && m_text[m_at] != '}' && m_text[m_at] != ']'; blanks()) {
      const std::size_t before = m_at;
      const int line = m_line;
      std::string key;
      if (node.kind == YamlNode::Kind::map) {
        key = scalar();
        blanks();
        if (m_at < m_text.size() && m_text[m_at] == ':') ++m_at;
      }
      YamlNode inner = value(depth + 1);
      inner.line = line;
      node.entries.emplace_back(std::move(key), std::move(inner));
      blanks();
      if (m_at < m_text.size() && m_text[m_at] == ',') ++m_at;
      if (m_at == before) ++m_at;
    }
    if (m_at < m_text.size()) ++m_at;
    return node;
  }

 private:
  void blanks() {
    for (; m_at < m_text.size(); ++m_at) {
      const char c = m_text[m_at];
      if (c == '\n') ++m_line;
      if (c == '#' && m_at > 0 && (m_text[m_at - 1] == ' ' || m_text[m_at - 1] == '\n'))
        while (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n') ++m_at;
      else if (std::isspace(static_cast<unsigned char>(c)) == 0)
        return;
    }
  }

  std::string scalar() {
    std::string out;
    if (m_at >= m_text.size()) return out;
    const char quote = m_text[m_at];
    if (quote == '"' || quote == '\'') {
      for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
        if (m_text[m_at] == '\\' && quote == '"' && m_at + 1 < m_text.size()) ++m_at;
        if (m_text[m_at] == '\n') ++m_line;
        out += m_text[m_at];
      }
      if (m_at < m_text.size()) ++m_at;
      return out;
    }
    while (m_at < m_text.size() && std::string_view(",}]\n").find(m_text[m_at]) == std::string_view::npos) {
      if (m_text[m_at] == ':' && (m_at + 1 >= m_text.size() || m_text[m_at + 1] == ' ' || m_text[m_at + 1] == '\n'))
        break;
      out += m_text[m_at++];
    }
    return std::string(trim(out));
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_line;
};

class Blocks {
 public:
  explicit Blocks(std::string_view text) : m_lines(lines_of(text)) {}

  YamlNode read() {
    skip_empty();
    return m_at < m_lines.size() ? block(m_lines[m_at].indent, 0) : YamlNode{};
  }

 private:
  void skip_empty() {
    while (m_at < m_lines.size() &&
           (m_lines[m_at].text.empty() || m_lines[m_at].text.starts_with("---") || m_lines[m_at].text.starts_with('%')))
      ++m_at;
  }

  static bool is_item(std::string_view text) { return text == "-" || text.starts_with("- "); }

  // Where the colon of "key: value" stands, or npos.
  static std::size_t colon_of(std::string_view text) {
    if (text.empty()) return std::string_view::npos;
    if (text[0] == '"' || text[0] == '\'') {
      const std::size_t end = text.find(text[0], 1);
      return end != std::string_view::npos && end + 1 < text.size() && text[end + 1] == ':' ? end + 1
                                                                                            : std::string_view::npos;
    }
    for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
      if (at + 1 == text.size() || text[at + 1] == ' ') return at;
    return std::string_view::npos;
  }

  YamlNode block(std::size_t indent, int depth) {
    YamlNode node;
    node.line = m_lines[m_at].number;
    if (depth > kMaxDepth) {
      ++m_at;
      return node;
    }
    node.kind = is_item(m_lines[m_at].text) ? YamlNode::Kind::list : YamlNode::Kind::map;
    const bool list = node.kind == YamlNode::Kind::list;
    for (skip_empty(); m_at < m_lines.size() && m_lines[m_at].indent == indent; skip_empty()) {
      Line& line = m_lines[m_at];
      if (is_item(line.text) != list) break;
      if (list) {
        const int number = line.number;
        const std::string_view rest = trim(line.text.substr(1));
        if (rest.empty()) {
          ++m_at;
          node.entries.emplace_back("", nested(indent, depth));
        } else if (colon_of(rest) != std::string_view::npos && rest[0] != '{' && rest[0] != '[') {
          // "- name: x" begins a map that goes on below, indented by where the name stands.
          line.indent += static_cast<std::size_t>(rest.data() - line.text.data());
          line.text = rest;
          node.entries.emplace_back("", block(line.indent, depth + 1));
        } else {
          node.entries.emplace_back("", inline_value(rest, indent, depth));
        }
        node.entries.back().second.line = number;
        continue;
      }
      const std::size_t colon = colon_of(line.text);
      if (colon == std::string_view::npos) {
        ++m_at;
        continue;
      }
      std::string_view key = line.text.substr(0, colon);
      if (key.size() >= 2 && (key[0] == '"' || key[0] == '\'')) key = key.substr(1, key.size() - 2);
      const int number = line.number;
      const std::string name(key);
      YamlNode value = inline_value(trim(line.text.substr(colon + 1)), indent, depth);
      value.line = number;
      node.entries.emplace_back(name, std::move(value));
    }
    return node;
  }

  // What stands below a key or a dash, if it is indented further (a list may stand level with its key).
  YamlNode nested(std::size_t indent, int depth) {
    skip_empty();
    if (m_at >= m_lines.size()) return {};
    const Line& line = m_lines[m_at];
    if (line.indent > indent || (line.indent == indent && is_item(line.text))) return block(line.indent, depth + 1);
    return {};
  }

  YamlNode inline_value(std::string_view text, std::size_t indent, int depth) {
    const Line line = m_lines[m_at];
    ++m_at;
    while (!text.empty() && (text[0] == '&' || text[0] == '!'))
      text = trim(text.substr(std::min(text.find(' '), text.size())));
    if (text.empty()) return nested(indent, depth);
    YamlNode node;
    node.line = line.number;
    if (text[0] == '|' || text[0] == '>') {
      while (m_at < m_lines.size() && (m_lines[m_at].indent > indent || trim(m_lines[m_at].raw).empty())) {
        node.text += m_lines[m_at].raw;
        node.text += '\n';
        ++m_at;
      }
      return node;
    }
    if (text[0] != '{' && text[0] != '[') {
      node.text = text;
      if (node.text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0])
        node.text = text.substr(1, text.size() - 2);
      return node;
    }
    // A flow value may go on over the next lines until its brackets are closed.
    std::string all(text);
    const auto open = [&] {
      long depth_of = 0;
      for (const char c : all) depth_of += (c == '{' || c == '[') - (c == '}' || c == ']');
      return depth_of > 0;
    };
    while (open() && m_at < m_lines.size() && all.size() < (1u << 16)) (all += '\n') += m_lines[m_at++].text;
    return Flow(all, line.number).value(depth + 1);
  }

  std::vector<Line> m_lines;
  std::size_t m_at = 0;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const auto& [name, node] : entries)
    if (name == key) return &node;
  return nullptr;
}

std::string_view YamlNode::text_of(std::string_view key) const {
  const YamlNode* const node = find(key);
  return node == nullptr ? std::string_view{} : std::string_view(node->text);
}

YamlNode read_yaml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') return Flow(text, 1).value(0);
  return Blocks(text).read();
}

}  // namespace idem
