#pragma once

#include "records/time_value.hpp"

#include <map>
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
  std::string ident(std::string_view name) const;
  std::string text(std::string_view value) const;
};

}  // namespace idem::books
