#pragma once

#include "schema/pg_parse.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A relation as a statement names it.
struct RelationName {
  std::string schema;  // "" where the statement leaves it to the search_path
  std::string name;
  std::string text() const { return schema.empty() ? name : schema + "." + name; }
};

// Relations by name. One without a schema matches any: a dump writes public.orders where a person writes orders.
class RelationSet {
 public:
  void insert(const RelationName& relation) { m_schemas[relation.name].insert(relation.schema); }
  bool contains(const RelationName& relation) const {
    const auto found = m_schemas.find(relation.name);
    if (found == m_schemas.end()) return false;
    return relation.schema.empty() || found->second.contains("") || found->second.contains(relation.schema);
  }

 private:
  std::map<std::string, std::set<std::string>> m_schemas;
};

// What earlier files of the same run leave behind for later ones. The way back is judged after every way forward.
struct LintMemory {
  RelationSet created;                                // tables that some file of the run makes
  std::map<std::string, std::set<std::string>> keys;  // table, by bare name: the core tables its foreign keys point to
  std::map<std::string, std::string> constraints;     // "table.constraint" of such a foreign key: the core table
  std::set<std::string> dropped_indexes;  // taken away before being built: an INVALID leftover cannot be skipped over
};

// A partitioned table that the file made.
struct LintPartitioning {
  std::string strategy;              // "range", "list", "hash"
  std::vector<std::string> columns;  // an expression is ""
};

// What a file has said so far.
struct LintContext {
  LintMemory* memory = nullptr;
  std::size_t statements = 0;    // in the file, SET and RESET left out
  bool one_query = true;         // a tool may send the whole file as one query; false: psql or a tool that never does
  bool down = false;             // the statement belongs to the way back
  bool in_transaction = false;   // after BEGIN
  bool lock_timeout = false;     // set, to more than 0
  bool local_timeout = false;    // by SET LOCAL: it ends with the transaction
  bool told_timeout = false;     // its absence was reported: once a file
  bool checks_validity = false;  // something looked at indisvalid
  RelationSet created;           // tables of this file
  std::set<std::string> created_indexes;
  std::map<std::string, LintPartitioning> partitioned;      // by bare name
  std::map<std::string, std::string> partition_of;          // child to parent, by bare names
  std::map<std::string, std::set<std::string>> not_filled;  // columns that may be NULL, of tables of this file
};

struct LintHit {
  std::string rule;
  std::string object;  // the table or index concerned
  std::string message;
  std::string remedy;
  bool unsure = false;  // it depends on what the file does not tell
};

// The findings of one statement; the context learns from it.
std::vector<LintHit> lint_statement(const nlohmann::json& tree, LintContext& context);

}  // namespace idem
