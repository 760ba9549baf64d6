#pragma once

#include "schema/pg_parse.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// What earlier files of the same run leave behind for later ones.
struct LintMemory {
  std::set<std::string> tables_with_fk;   // created with a foreign key to a core table: dropping them locks it
  std::set<std::string> dropped_indexes;  // taken away before being built: an INVALID leftover cannot be skipped over
};

// What a file has said so far.
struct LintContext {
  std::string file;
  LintMemory* memory = nullptr;
  std::size_t statements = 0;                         // in the file, SET and RESET left out
  bool down = false;                                  // the statement belongs to the way back
  bool in_transaction = false;                        // after BEGIN
  bool lock_timeout = false;                          // set, to more than 0
  bool checks_validity = false;                       // something looked at indisvalid
  std::set<std::string> created;                      // tables of this file
  std::map<std::string, std::string> partitioned_by;  // range-partitioned tables of this file: their only column
};

struct LintHit {
  std::string rule;
  std::string object;  // the table or index concerned
  std::string message;
  std::string remedy;
};

// The findings of one statement; the context learns from it.
std::vector<LintHit> lint_statement(const nlohmann::json& tree, std::string_view text, LintContext& context);

}  // namespace idem
