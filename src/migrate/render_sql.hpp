#pragma once

#include "base/sql_quote.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace idem {

// What a SQL template is filled with. Templates know three forms, and text that was filled in is never looked at again:
//   @word@              values["word"], already quoted or a literal
//   @id:_suffix@        a constraint, index or column-like name derived from `base`, quoted
//   @at:_suffix@ @fn:_suffix@  the same, qualified with `schema`
//   --@if flag ... --@else ... --@end   lines kept when the flag is (not) set; may be nested
struct SqlValues {
  SqlDialect dialect = SqlDialect::postgres;
  std::string schema;  // unquoted
  std::string base;    // unquoted table name that derived names start with
  std::map<std::string, std::string, std::less<>> values;
  std::set<std::string, std::less<>> flags;
};

// A template that names an unknown value or leaves an @if open is a bug of ours and aborts; a test renders them all.
std::string render_sql(std::string_view text, const SqlValues& with);

// The name that @id:suffix@ stands for, unquoted.
std::string derived_name(const SqlValues& with, std::string_view suffix);

}  // namespace idem
