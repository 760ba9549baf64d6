#include "schema/orm_schemas.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace idem {

namespace {

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// Calls `fn(line, number)` for every line; a line is what stands before its comment.
template <typename Fn>
void each_line(std::string_view text, std::string_view comment, const Fn& fn) {
  int number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(comment)) line = {};
    fn(line, number);
  }
}

// Names between two brackets, split at commas, without arguments of their own: "[a, b(sort: Desc)]".
std::vector<std::string> names_between(std::string_view text, char open, char close) {
  std::vector<std::string> names;
  const std::size_t from = text.find(open);
  if (from == std::string_view::npos) return names;
  const std::size_t to = text.find(close, from);
  if (to == std::string_view::npos) return names;
  int depth = 0;
  std::string name;
  for (const char c : text.substr(from + 1, to - from - 1)) {
    depth += (c == '(') - (c == ')');
    if (c == ',' && depth == 0) {
      if (!name.empty()) names.push_back(std::move(name));
      name.clear();
    } else if (depth == 0 && word_char(c)) {
      name += c;
    }
  }
  if (!name.empty()) names.push_back(std::move(name));
  return names;
}

// The text of a quoted or symbolic argument that starts here: "orders", 'orders', :orders; "" for anything else.
std::string literal(std::string_view text) {
  text = trim(text);
  if (text.empty()) return "";
  if (text[0] == '"' || text[0] == '\'') {
    const std::size_t end = text.find(text[0], 1);
    return end == std::string_view::npos ? "" : std::string(text.substr(1, end - 1));
  }
  if (text[0] != ':') return "";
  std::size_t end = 1;
  while (end < text.size() && word_char(text[end])) ++end;
  return std::string(text.substr(1, end - 1));
}

// What follows `key:` in a call's options, or nothing.
std::string_view option(std::string_view line, std::string_view key) {
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    const std::size_t end = at + key.size();
    const bool whole = at > 0 && !word_char(line[at - 1]) && end < line.size() && line[end] == ':';
    if (whole) return trim(line.substr(end + 1));
    // The older spelling, :unique => true.
    const std::string_view after = trim(line.substr(std::min(end, line.size())));
    if (at > 0 && line[at - 1] == ':' && after.starts_with("=>")) return trim(after.substr(2));
  }
  return {};
}

std::vector<std::string> rails_columns(std::string_view arguments) {
  arguments = trim(arguments);
  std::vector<std::string> columns;
  if (!arguments.starts_with('[')) {
    std::string one = literal(arguments);
    const bool name = !one.empty() && std::all_of(one.begin(), one.end(), word_char);
    columns.push_back(name ? std::move(one) : "(expression)");
    return columns;
  }
  const std::size_t close = arguments.find(']');
  std::string_view inside = arguments.substr(1, close == std::string_view::npos ? close : close - 1);
  while (!inside.empty()) {
    const std::size_t comma = inside.find(',');
    if (std::string name = literal(inside.substr(0, comma)); !name.empty()) columns.push_back(std::move(name));
    inside = comma == std::string_view::npos ? std::string_view{} : inside.substr(comma + 1);
  }
  return columns;
}

void add_rails_index(Table& table, std::string_view arguments) {
  if (!option(arguments, "unique").starts_with("true")) return;
  UniqueKey key;
  key.columns = rails_columns(arguments);
  key.name = literal(option(arguments, "name"));
  key.partial = !option(arguments, "where").empty();
  if (!key.columns.empty()) table.unique_keys.push_back(std::move(key));
}

// "t.string "key", null: false" inside create_table.
void add_rails_column(Table& table, std::string_view line) {
  const std::size_t dot = line.find('.');
  const std::size_t blank = line.find_first_of(" (", dot);
  if (dot == std::string_view::npos || blank == std::string_view::npos) return;
  const std::string_view kind = line.substr(dot + 1, blank - dot - 1), arguments = line.substr(blank + 1);
  if (kind == "index") return add_rails_index(table, arguments);
  std::string name = literal(arguments);
  if (name.empty() || kind == "timestamps" || kind == "check_constraint" || kind == "foreign_key") return;
  if (kind == "references" || kind == "belongs_to") name += "_id";
  table.columns.push_back({name, std::string(kind), option(arguments, "null").starts_with("false")});
  // index: { unique: true } of a reference.
  if (option(arguments, "index").starts_with('{') && option(arguments, "unique").starts_with("true"))
    table.unique_keys.push_back({"", {name}});
}

}  // namespace

void read_prisma(std::string_view text, const std::string& file, DatabaseSchema& database) {
  Table table;
  std::string mapped;
  const auto end_model = [&] {
    if (table.name.empty()) return;
    database.tables.push_back(table);
    if (!mapped.empty() && mapped != table.name) {
      table.name = mapped;
      database.tables.push_back(table);
    }
    table = {};
    mapped.clear();
  };
  each_line(text, "//", [&](std::string_view line, int number) {
    if (line.starts_with("model ")) {
      end_model();
      table.name = std::string(trim(line.substr(6, line.find('{') - 6)));
      table.file = file;
      table.line = number;
    } else if (line.starts_with("}")) {
      end_model();
    } else if (table.name.empty()) {
      return;
    } else if (line.starts_with("@@map(")) {
      mapped = literal(line.substr(6));
    } else if (line.starts_with("@@unique") || line.starts_with("@@id")) {
      std::string name = literal(option(line, "map"));
      table.unique_keys.push_back({std::move(name), names_between(line, '[', ']'), line.starts_with("@@id")});
    } else if (!line.starts_with("@@")) {
      const std::string name(line.substr(0, line.find_first_of(" \t")));
      if (name.empty()) return;
      const std::string_view type = trim(line.substr(name.size()));
      std::string declared(type.substr(0, type.find_first_of(" \t")));
      const bool optional = declared.find('?') != std::string::npos;
      if (type.find("@default") != std::string_view::npos) declared += kPrismaDefault;
      table.columns.push_back({name, std::move(declared), !optional});
      const bool primary = type.find("@id") != std::string_view::npos;
      if (primary || type.find("@unique") != std::string_view::npos)
        table.unique_keys.push_back({"", {name}, primary && type.find("@unique") == std::string_view::npos});
    }
  });
  end_model();
}

void read_rails_schema(std::string_view text, const std::string& file, DatabaseSchema& database) {
  std::size_t open = database.tables.size();
  bool inside = false;
  const auto table_named = [&](const std::string& name, int number) -> Table& {
    if (Table* known = database.find_table("", name); known != nullptr) return *known;
    Table table;
    table.name = name;
    table.file = file;
    table.line = number;
    database.tables.push_back(std::move(table));
    return database.tables.back();
  };
  each_line(text, "#", [&](std::string_view line, int number) {
    const auto arguments_of = [&](std::string_view word) -> std::string_view {
      if (!line.starts_with(word) || line.size() <= word.size()) return {};
      const char next = line[word.size()];
      return next == ' ' || next == '(' ? line.substr(word.size() + 1) : std::string_view{};
    };
    if (const std::string_view made = arguments_of("create_table"); !made.empty()) {
      const std::string name = literal(made);
      if (name.empty()) return;
      Table& table = table_named(name, number);
      open = static_cast<std::size_t>(&table - database.tables.data());
      inside = true;
      if (const std::string_view key = option(made, "primary_key"); !key.empty())
        table.unique_keys.push_back({"", rails_columns(key), true});
      else if (!option(made, "id").starts_with("false"))
        table.unique_keys.push_back({"", {"id"}, true});
    } else if (const std::string_view added = arguments_of("add_index"); !added.empty()) {
      const std::string name = literal(added);
      const std::size_t comma = added.find(',');
      if (!name.empty() && comma != std::string_view::npos)
        add_rails_index(table_named(name, number), added.substr(comma + 1));
    } else if (line == "end") {
      inside = false;
    } else if (inside && line.starts_with("t.")) {
      add_rails_column(database.tables[open], line);
    }
  });
}

}  // namespace idem
