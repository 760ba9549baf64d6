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
      return fmt::format("'{}'::timestamp_tz", format_time(time));
    default:
      return fmt::format("timestamptz '{}'", format_time(time));
  }
}

std::string Dialect::span(Micros span) const {
  switch (kind) {
    case sqlite:
      return std::to_string(span);
    case bigquery:
      return fmt::format("INTERVAL {} MICROSECOND", span);
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

std::string Dialect::ident(std::string_view name) const {
  const char quote = kind == bigquery ? '`' : '"';
  std::string out(1, quote);
  for (const char c : name) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

std::string Dialect::text(std::string_view value) const {
  std::string out = "'";
  bool backslash = false;
  for (const char c : value) {
    if (c == '\'') out += c;
    if (c == '\\') {
      backslash = true;
      if (kind == postgres || kind == bigquery) out += c;
    }
    out += c;
  }
  out += '\'';
  return backslash && kind == postgres ? " E" + out : out;
}

}  // namespace idem::books
