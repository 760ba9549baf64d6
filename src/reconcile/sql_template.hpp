#pragma once

#include "reconcile/facts.hpp"
#include "records/time_value.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace idem::books {

// Names and their SQL for {{name}} in a file of sql/.
using SqlValues = std::map<std::string, std::string, std::less<>>;

// The text with every {{name}} replaced, comments at line starts left in. A name without value is a bug and aborts.
std::string fill_sql(std::string_view text, const SqlValues& values);

// How a database writes constants.
struct Dialect {
  enum Kind : std::uint8_t { sqlite, postgres, duckdb, bigquery, snowflake } kind = sqlite;

  std::string time(Micros time) const;                    // SQLite holds microseconds, the others timestamps
  std::string span(Micros span) const;                    // to be added to a time
  std::string micros(std::string_view expression) const;  // a time as microseconds since 1970
  std::string_view type(FactType type) const;             // the name of a column type that holds such values
  std::string cast(std::string_view expression, FactType type) const;
  std::string_view nulls_first() const;  // after an ORDER BY expression
  std::string ident(std::string_view name) const;
  std::string relation(std::string_view name) const;  // "schema.table" by its parts
  std::string text(std::string_view value) const;
};

// "sqlite", "postgres", "duckdb", "bigquery", "snowflake".
std::optional<Dialect> dialect_named(std::string_view name);

}  // namespace idem::books
