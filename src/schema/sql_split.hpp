#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// One statement of a script, without its semicolon and without what stands before its first word.
struct ScriptStatement {
  std::string_view text;   // into the script; comments inside and before it are left out only at its front
  std::size_t offset = 0;  // of text in the script, bytes
  int line = 1;            // of its first word, from 1
};

// The statements of a PostgreSQL script as psql would send them: quotes, dollar quotes, nested comments and BEGIN
// ATOMIC bodies are respected; backslash lines and the data of COPY ... FROM stdin are left out. Never fails: what
// stays open at the end is the last statement. The views point into `script`.
std::vector<ScriptStatement> split_sql(std::string_view script);

// Why a file cannot be a script at all, told from its first bytes ("compressed by gzip; unpack it first"); empty where
// it may be one.
std::string why_no_script(std::string_view text);

// The line of a byte offset, from 1.
int line_of(std::string_view script, std::size_t offset);

}  // namespace idem
