#pragma once

#include "migrate/lint_rules.hpp"

namespace idem {

// The lock levels of PostgreSQL's manual, chapter "Explicit Locking", that stop readers or writers.
inline constexpr const char* kShare = "SHARE";
inline constexpr const char* kShareRowExclusive = "SHARE ROW EXCLUSIVE";
inline constexpr const char* kAccessExclusive = "ACCESS EXCLUSIVE";

RelationName relation_name(const nlohmann::json& range_var);

// Judges one statement. The parts stand in lint_rules.cpp (dispatch, indexes, settings), lint_tables.cpp (CREATE and
// DROP TABLE, keys, partitions) and lint_alter.cpp (ALTER TABLE).
class LintStatement {
 public:
  LintStatement(const nlohmann::json& node, LintContext& context) : m_node(node), m_context(context) {}
  std::vector<LintHit> run(const std::string& kind);

 private:
  using json = nlohmann::json;
  struct Key {
    std::vector<std::string> columns;
    bool primary = false;
  };

  void hit(const char* rule, const std::string& object, std::string message, std::string remedy, bool unsure = false);
  bool is_core(const RelationName& relation) const;
  bool is_core(const json& range_var) const;
  // A lock that stops readers or writers of a table that was there before; told at the end of the statement.
  void locks(const RelationName& relation, const char* level);
  void tell_locks();

  void transaction();
  void setting();
  void set_config();
  void create_index();
  void reindex();
  void concurrently(const std::string& name);
  void trigger();
  void rule();
  void lock_table();
  void truncate();
  void vacuum();
  void rename();

  void create_table();
  void create_table_as();
  void element_constraint(const RelationName& table, const json& constraint, const std::string& column,
                          std::set<std::string>& filled, std::vector<Key>& keys);
  void foreign_key(const RelationName& from, const json& constraint, const std::string& column);
  void unique_key(const RelationName& table, const std::vector<std::string>& columns);
  void nullable_key(const RelationName& table, const std::vector<std::string>& columns);
  void default_partition(const RelationName& parent);
  void drop();
  void drop_table(const RelationName& table);
  void drop_index(const RelationName& index);

  void alter_table();
  void alter_command(const RelationName& table, bool core, const json& command);
  void add_constraint(const RelationName& table, bool core, const json& constraint);
  void add_column(const RelationName& table, const json& column);
  void change_type(const RelationName& table, const json& command);
  void drop_constraint(const RelationName& table, const std::string& name);

  const json& m_node;
  LintContext& m_context;
  std::vector<LintHit> m_hits;
  std::vector<std::pair<std::string, std::string>> m_locks;  // table, level
};

}  // namespace idem
