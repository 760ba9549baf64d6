#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace idem {

// Which server's quoting rules a statement is written for.
enum class SqlDialect { postgres, mysql, sqlite };

// The longest identifier a server keeps: 63 bytes on PostgreSQL (it cuts longer ones without an error), 64 characters
// on MySQL and MariaDB; SQLite has no limit, so PostgreSQL's is used.
std::size_t identifier_limit(SqlDialect dialect);

// Why a name cannot stand in generated SQL, comments and migration files: empty, too long, not UTF-8, or with a control
// character, a line separator or a bidirectional override in it. Success when it can.
Result<void> check_identifier(std::string_view name, SqlDialect dialect = SqlDialect::postgres);

// `name` as it must be written in a statement: bare where the server would read it back unchanged, else quoted, with
// quotes inside doubled. The name must have passed check_identifier.
std::string quote_identifier(std::string_view name, SqlDialect dialect = SqlDialect::postgres);

// "schema.name", each part quoted where it must be; `schema` may be empty.
std::string quote_qualified(std::string_view schema, std::string_view name, SqlDialect dialect = SqlDialect::postgres);

// A string constant. On PostgreSQL standard_conforming_strings is on since 9.1, on MySQL a backslash is doubled too.
std::string quote_literal(std::string_view text, SqlDialect dialect = SqlDialect::postgres);

// What PostgreSQL makes of an identifier longer than 63 bytes: cut, never inside a UTF-8 character.
std::string cut_identifier(std::string_view name, std::size_t bytes = 63);

// `base` + `suffix` within the limit. Where it would be longer, the base is cut and eight hexadecimal digits of a hash
// of the whole base are put between, so that two long names stay two.
std::string derive_identifier(std::string_view base, std::string_view suffix,
                              SqlDialect dialect = SqlDialect::postgres);

}  // namespace idem
