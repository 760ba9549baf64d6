#include "reconcile/sql_template.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace idem::books {

std::string fill_sql(std::string_view text, const SqlValues& values) {
  std::string out;
  for (;;) {
    const std::size_t open = text.find("{{");
    out += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    if (name != "...") {
      const auto found = values.find(name);
      if (found == values.end()) {
        fmt::print(stderr, "idem: internal error: no SQL for {}\n", name);
        std::abort();
      }
      out += found->second;
    }
    text.remove_prefix(close + 2);
  }
}

std::string Dialect::time(Micros time) const {
  switch (kind) {
    case sqlite:
      return std::to_string(time);
    case bigquery:
      return fmt::format("TIMESTAMP '{}'", format_time(time));
    case snowflake:
      return fmt::format("TO_TIMESTAMP_TZ('{}')", format_time(time));
    case duckdb: {
      std::string text = format_time(time);
      text.pop_back();  // a TIMESTAMP of DuckDB has no zone: times are kept in UTC
      return fmt::format("TIMESTAMP '{}'", text);
    }
    default:
      return fmt::format("timestamptz '{}'", format_time(time));
  }
}

std::string Dialect::span(Micros span) const {
  switch (kind) {
    case sqlite:
      return std::to_string(span);
    case bigquery:
      return fmt::format("INTERVAL {} SECOND", span / kMicrosPerSecond);
    default:
      return fmt::format("interval '{} seconds'", span / kMicrosPerSecond);
  }
}

std::string Dialect::micros(std::string_view expression) const {
  switch (kind) {
    case sqlite:
      return std::string(expression);
    case duckdb:
      return fmt::format("epoch_us({})", expression);
    case bigquery:
      return fmt::format("UNIX_MICROS({})", expression);
    case snowflake:
      return fmt::format("date_part(epoch_microsecond, {})", expression);
    default:
      return fmt::format("CAST(extract(epoch FROM {}) * 1000000 AS bigint)", expression);
  }
}

std::string_view Dialect::type(FactType type) const {
  switch (type) {
    case FactType::text:
      return kind == bigquery ? "STRING" : "text";
    case FactType::number:
      return kind == bigquery ? "INT64" : "bigint";
    case FactType::time:
      return kind == sqlite      ? "bigint"
             : kind == duckdb    ? "TIMESTAMP"
             : kind == bigquery  ? "TIMESTAMP"
             : kind == snowflake ? "TIMESTAMP_TZ"
                                 : "timestamptz";
    case FactType::amount:
      return kind == duckdb      ? "DECIMAL(38, 9)"
             : kind == bigquery  ? "NUMERIC"
             : kind == snowflake ? "NUMBER(38, 9)"
                                 : "numeric";
  }
  return "";
}

std::string Dialect::cast(std::string_view expression, FactType wanted) const {
  return fmt::format("CAST({} AS {})", expression, type(wanted));
}

std::string_view Dialect::nulls_first() const {
  return kind == bigquery || kind == sqlite ? "" : " NULLS FIRST";  // there it is the rule
}

static bool is_plain(std::string_view name) {
  for (const char c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  return !name.empty() && !(name.front() >= '0' && name.front() <= '9');
}

std::string Dialect::ident(std::string_view name) const {
  // Snowflake holds names that were never quoted in upper case: only without quotes does the usual name find them.
  if (kind == snowflake && is_plain(name)) return std::string(name);
  const char quote = kind == bigquery ? '`' : '"';
  std::string out(1, quote);
  for (const char c : name) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

std::string Dialect::relation(std::string_view name) const {
  if (kind == sqlite || kind == bigquery) return ident(name);  // BigQuery takes `project.dataset.table` as one
  std::string out;
  for (;;) {
    const std::size_t dot = name.find('.');
    out += (out.empty() ? "" : ".") + ident(name.substr(0, dot));
    if (dot == std::string_view::npos) return out;
    name.remove_prefix(dot + 1);
  }
}

std::string Dialect::text(std::string_view value) const {
  std::string out = "'";
  bool backslash = false;
  for (const char c : value) {
    if (c == '\'') out += c;
    if (c == '\\') {
      backslash = true;
      if (kind == postgres || kind == bigquery || kind == snowflake) out += c;
    }
    out += c;
  }
  out += '\'';
  return backslash && kind == postgres ? " E" + out : out;
}

std::optional<Dialect> dialect_named(std::string_view name) {
  static constexpr std::pair<std::string_view, Dialect::Kind> kDialects[] = {{"sqlite", Dialect::sqlite},
                                                                             {"postgres", Dialect::postgres},
                                                                             {"duckdb", Dialect::duckdb},
                                                                             {"bigquery", Dialect::bigquery},
                                                                             {"snowflake", Dialect::snowflake}};
  for (const auto& [word, kind] : kDialects)
    if (word == name) return Dialect{kind};
  return std::nullopt;
}

}  // namespace idem::books
