#include "ttl/code/config_scalars.hpp"

#include "frontends/frontend.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>

namespace idem {

namespace {

using Scalars = std::vector<ConfigScalar>;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string unquoted(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

// A line without its comment: # at its begin or after a blank, outside quotes.
std::string_view without_comment(std::string_view line) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != '\0') {
      if (line[i] == quote) quote = '\0';
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
      return line.substr(0, i);
    }
  }
  return line;
}

template <typename Each>
void each_line(std::string_view text, const Each& each) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// KEY=value, export KEY="value"
Scalars env_scalars(std::string_view text) {
  Scalars found;
  each_line(text, [&](std::string_view line, std::size_t number) {
    line = trimmed(without_comment(line));
    if (line.starts_with("export ")) line = trimmed(line.substr(7));
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) return;
    found.push_back(
        {{std::string(trimmed(line.substr(0, equals)))}, unquoted(trimmed(line.substr(equals + 1))), number});
  });
  return found;
}

// Block maps and lists by indentation.
class Yaml {
 public:
  Scalars read(std::string_view text) {
    each_line(text, [&](std::string_view line, std::size_t number) { see(line, number); });
    return std::move(m_found);
  }

 private:
  static constexpr std::size_t kDeepest = 64, kLongestLine = 4000;

  void see(std::string_view line, std::size_t number) {
    if (line.size() > kLongestLine) return;
    std::size_t indent = 0;
    while (indent < line.size() && line[indent] == ' ') ++indent;
    std::string_view rest = trimmed(without_comment(line));
    if (rest.empty()) return;
    if (m_in_text && indent > m_text_indent) return;
    m_in_text = false;
    if (rest == "---" || rest == "...") return m_open.clear();
    // An item of a list stands as deep as what follows its dash.
    bool item = false;
    while (rest == "-" || rest.starts_with("- ")) {
      const std::size_t dash = line.find('-', indent);
      rest = trimmed(rest.substr(1));
      indent = dash + 1 + (rest.empty() ? 0 : line.find_first_not_of(' ', dash + 1) - dash - 1);
      item = true;
      if (rest.empty()) return;
    }
    const std::size_t colon = key_end(rest);
    close(indent);
    if (colon == std::string_view::npos) {
      if (item) add(rest, number);
      return;
    }
    const std::string key = unquoted(trimmed(rest.substr(0, colon)));
    const std::string_view value = trimmed(rest.substr(colon + 1));
    if (m_open.size() < kDeepest) m_open.emplace_back(indent, key);
    if (value.empty() || value.front() == '&' || value.front() == '!') return;
    if (value.front() == '|' || value.front() == '>') {
      m_in_text = true;
      m_text_indent = indent;
      return;
    }
    add(value, number);
  }

  // Where a key ends: the first ": " (or ':' at the end) outside quotes.
  static std::size_t key_end(std::string_view text) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != '\0') {
        if (text[i] == quote) quote = '\0';
      } else if ((text[i] == '"' || text[i] == '\'') && i == 0) {
        quote = text[i];
      } else if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
        return i;
      }
    }
    return std::string_view::npos;
  }

  void close(std::size_t indent) {
    while (!m_open.empty() && m_open.back().first >= indent) m_open.pop_back();
  }

  void add(std::string_view value, std::size_t number) {
    if (value.empty() || value.front() == '{' || value.front() == '[' || value.front() == '*') return;
    ConfigScalar scalar;
    for (const auto& [indent, key] : m_open) scalar.keys.push_back(key);
    scalar.value = unquoted(value);
    scalar.line = number;
    if (!scalar.keys.empty()) m_found.push_back(std::move(scalar));
  }

  std::vector<std::pair<std::size_t, std::string>> m_open;  // indentation and key, outermost first
  bool m_in_text = false;
  std::size_t m_text_indent = 0;
  Scalars m_found;
};

void add_toml(const toml::node& node, std::vector<std::string>& keys, Scalars& found) {
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      keys.emplace_back(key.str());
      add_toml(value, keys, found);
      keys.pop_back();
    }
  } else if (const toml::array* list = node.as_array()) {
    for (const toml::node& item : *list) add_toml(item, keys, found);
  } else {
    std::string value;
    if (const auto* text = node.as_string()) value = text->get();
    if (const auto* number = node.as_integer()) value = std::to_string(number->get());
    if (const auto* number = node.as_floating_point()) value = fmt::format("{}", number->get());
    if (!value.empty()) found.push_back({keys, value, node.source().begin.line});
  }
}

Result<Scalars> toml_scalars(std::string_view text) {
  try {
    const toml::table document = toml::parse(text);
    Scalars found;
    std::vector<std::string> keys;
    add_toml(document, keys, found);
    std::stable_sort(found.begin(), found.end(),
                     [](const ConfigScalar& a, const ConfigScalar& b) { return a.line < b.line; });
    return found;
  } catch (const toml::parse_error& error) {
    return Error{ErrorKind::input, fmt::format("line {}: {}", error.source().begin.line, error.description())};
  }
}

void add_json(const FileFacts& facts, ExprId id, std::vector<std::string>& keys, Scalars& found) {
  constexpr std::size_t kDeepest = 64;
  const Expr& expr = facts.exprs[id];
  if (expr.kind == ExprKind::string || expr.kind == ExprKind::number)
    found.push_back({keys, std::string(facts.name(expr.name)), facts.line(expr.span.begin)});
  if ((expr.kind != ExprKind::map && expr.kind != ExprKind::list) || keys.size() > kDeepest) return;
  for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
    const Arg& arg = facts.args[i];
    if (arg.value == kNone) continue;
    if (arg.label != 0) keys.emplace_back(facts.name(arg.label));
    add_json(facts, arg.value, keys, found);
    if (arg.label != 0) keys.pop_back();
  }
}

// A JSON document is an expression of JavaScript; so read, values have their lines, and comments are no error.
Scalars json_scalars(std::string_view text) {
  Scalars found;
  const Frontend* frontend = frontend_for("document.js");
  if (frontend == nullptr) return found;
  const FileFacts facts = frontend->lower("document.js", "(" + std::string(text) + "\n)");
  std::vector<std::string> keys;
  for (const Event& event : facts.events) {
    if (event.kind == EventKind::eval && event.expr != kNone) add_json(facts, event.expr, keys, found);
  }
  return found;
}

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_env(std::string_view name) { return name == ".env" || name.starts_with(".env.") || name.ends_with(".env"); }

}  // namespace

bool is_config_file(std::string_view path) {
  const std::string_view name = file_name(path);
  if (ends_with_any(name, {"lock.json", "lock.yaml", "lock.yml", "-lock.yaml", ".schema.json"}) ||
      name == "npm-shrinkwrap.json" || name == "openapi.json" || name == "swagger.json")
    return false;
  return is_env(name) || ends_with_any(name, {".yml", ".yaml", ".toml", ".json"});
}

Result<std::vector<ConfigScalar>> config_scalars(std::string_view path, std::string_view text) {
  const std::string_view name = file_name(path);
  if (is_env(name)) return env_scalars(text);
  if (name.ends_with(".toml")) return toml_scalars(text);
  if (name.ends_with(".json")) return json_scalars(text);
  return Yaml().read(text);
}

}  // namespace idem
