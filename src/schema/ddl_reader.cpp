// DDL as facts. A script is applied statement by statement to a small model of the catalogue, as the server would, so
// that pg_dump output (tables first, constraints by ALTER TABLE at the end) and a folder of migrations (tables made,
// altered, renamed, dropped) both end in the schema that is there today.
#include "schema/ddl_reader.hpp"

#include "base/parallel.hpp"
#include "base/sql_quote.hpp"
#include "schema/ddl_types.hpp"
#include "schema/do_block.hpp"
#include "schema/pg_parse.hpp"
#include "schema/sql_split.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace idem {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxColumns = 1600;  // PostgreSQL's own limit; of unique keys it is more than anybody has

void insert_sorted(std::vector<std::string>& into, const std::string& name) {
  if (name.empty()) return;
  const auto at = std::lower_bound(into.begin(), into.end(), name);
  if (at == into.end() || *at != name) into.insert(at, name);
}

class Reader {
 public:
  Reader(DatabaseSchema& database, const std::string& file) : m_database(database), m_file(file) {
    for (std::size_t i = 0; i < database.tables.size(); ++i) remember(i);
  }

  // Dropped tables go at the end: places of the others must not move in between.
  void finish() {
    std::erase_if(m_database.tables, [](const Table& table) { return table.name.empty(); });
  }

  void apply(const json& statement, int line) {
    if (statement.size() != 1) return;
    const std::string kind = statement.begin().key();
    const json& node = statement.begin().value();
    m_line = line;
    if (kind == "CreateStmt") return create_table(node);
    if (kind == "AlterTableStmt") return alter_table(node);
    if (kind == "IndexStmt") return create_index(node);
    if (kind == "RenameStmt") return rename(node);
    if (kind == "DropStmt") return drop(node);
    if (kind == "CreateDomainStmt") return create_domain(node);
    if (kind == "CreateEventTrigStmt") return insert_sorted(m_database.event_triggers, json_text(node, "trigname"));
    if (kind == "CreateExtensionStmt") return insert_sorted(m_database.extensions, json_text(node, "extname"));
    if (kind == "CreateSchemaStmt") return insert_sorted(m_database.schemas, json_text(node, "schemaname"));
    if (kind == "VariableSetStmt") return set_variable(node);
    if (kind == "SelectStmt") return select(node);
    if (kind == "GrantStmt") return grant(node);
    if (kind == "AlterObjectSchemaStmt") return move(node);
    if (kind == "CommentStmt") return comment(node);
  }

 private:
  std::string schema_of(const json& relation) const {
    const std::string schema = json_text(relation, "schemaname");
    return schema.empty() ? m_search_path : schema;
  }

  static std::string place(const std::string& schema, const std::string& name) { return schema + '\x1f' + name; }

  void remember(std::size_t i) {
    const Table& table = m_database.tables[i];
    m_places[place(table.schema, table.name)] = i;
    for (const UniqueKey& key : table.unique_keys)
      if (!key.name.empty()) m_indexes[place(table.schema, key.name)] = i;
  }

  Table* find(const std::string& schema, const std::string& name) {
    const auto found = m_places.find(place(schema, name));
    return found == m_places.end() ? nullptr : &m_database.tables[found->second];
  }
  Table* find(const json& relation) { return find(schema_of(relation), json_text(relation, "relname")); }

  // Another schema or name for a table.
  void relocate(Table& table, const std::string& schema, const std::string& name) {
    m_places.erase(place(table.schema, table.name));
    table.schema = schema;
    table.name = name;
    remember(static_cast<std::size_t>(&table - m_database.tables.data()));
  }

  void add_key(Table& table, UniqueKey key) {
    if (!key.name.empty())
      m_indexes[place(table.schema, key.name)] = static_cast<std::size_t>(&table - m_database.tables.data());
    table.unique_keys.push_back(std::move(key));
  }

  void create_table(const json& node) {
    const json& relation = json_object(node, "relation");
    if (json_text(relation, "relpersistence") == "t" || find(relation) != nullptr)
      return;  // temporary, or already there
    Table table;
    table.schema = schema_of(relation);
    table.name = json_text(relation, "relname");
    table.file = m_file;
    table.line = m_line;
    insert_sorted(m_database.schemas, table.schema);
    for (const json& parent : json_list(node, "inhRelations"))
      if (const Table* inherited = find(json_object(parent, "RangeVar"))) {
        table.columns = inherited->columns;
        if (node.contains("partbound")) table.partition_of = inherited->schema + "." + inherited->name;
      }
    for (const json& element : json_list(node, "tableElts")) {
      if (element.contains("ColumnDef")) add_column(table, element["ColumnDef"]);
      if (element.contains("Constraint")) add_constraint(table, element["Constraint"], "");
      if (element.contains("TableLikeClause"))
        if (const Table* like = find(json_object(element["TableLikeClause"], "relation")))
          table.columns.insert(table.columns.end(), like->columns.begin(), like->columns.end());
    }
    const json& partition = json_object(node, "partspec");
    table.partition_strategy = json_text(partition, "strategy");
    for (const json& part : json_list(partition, "partParams")) {
      const std::string column = json_text(json_object(part, "PartitionElem"), "name");
      table.partition_columns.push_back(column.empty() ? "(expression)" : column);
    }
    m_database.tables.push_back(std::move(table));
    remember(m_database.tables.size() - 1);
  }

  void add_column(Table& table, const json& definition) {
    Column column;
    column.name = json_text(definition, "colname");
    column.type = type_text(json_object(definition, "typeName"));
    const std::vector<std::string> names = json_names(json_list(json_object(definition, "typeName"), "names"));
    column.not_null = !names.empty() && names.back().find("serial") != std::string::npos;
    if (table.columns.size() < kMaxColumns && table.find_column(column.name) == nullptr)
      table.columns.push_back(column);
    for (const json& constraint : json_list(definition, "constraints"))
      if (constraint.contains("Constraint")) add_constraint(table, constraint["Constraint"], column.name);
  }

  static Column* column_of(Table& table, const std::string& name) {
    for (Column& column : table.columns)
      if (column.name == name) return &column;
    return nullptr;
  }

  // `column`: the one the constraint stands behind, "" for a constraint of the table.
  void add_constraint(Table& table, const json& constraint, const std::string& column) {
    const std::string kind = json_text(constraint, "contype");
    if (kind == "CONSTR_NOTNULL") {
      if (Column* found = column_of(table, column)) found->not_null = true;
      return;
    }
    if (kind == "CONSTR_IDENTITY")
      if (Column* found = column_of(table, column)) found->not_null = true;
    if ((kind != "CONSTR_PRIMARY" && kind != "CONSTR_UNIQUE") || table.unique_keys.size() > kMaxColumns) return;
    UniqueKey key;
    key.name = json_text(constraint, "conname");
    key.primary = kind == "CONSTR_PRIMARY";
    key.columns = json_names(json_list(constraint, "keys"));
    if (key.columns.empty() && !column.empty()) key.columns = {column};
    if (const std::string index = json_text(constraint, "indexname"); !index.empty()) {
      for (UniqueKey& known : table.unique_keys)
        if (known.name == index) {
          known.primary = key.primary;
          return;
        }
    }
    if (key.primary)
      for (const std::string& name : key.columns)
        if (Column* found = column_of(table, name)) found->not_null = true;
    table.unique_keys.push_back(std::move(key));
  }

  void alter_table(const json& node) {
    Table* table = find(json_object(node, "relation"));
    for (const json& item : json_list(node, "cmds")) {
      const json& command = json_object(item, "AlterTableCmd");
      const std::string kind = json_text(command, "subtype");
      const std::string name = json_text(command, "name");
      if (kind == "AT_ChangeOwner") {
        const std::string owner = json_text(json_object(command, "newowner"), "rolename");
        insert_sorted(m_database.roles, owner);
        if (table != nullptr) table->owner = owner;
      }
      if (table == nullptr) continue;
      const json& definition = json_object(command, "def");
      if (kind == "AT_AddColumn") add_column(*table, json_object(definition, "ColumnDef"));
      if (kind == "AT_DropColumn") drop_column(*table, name);
      if (kind == "AT_AddConstraint") {
        add_constraint(*table, json_object(definition, "Constraint"), "");
        if (!table->unique_keys.empty())
          m_indexes[place(table->schema, table->unique_keys.back().name)] =
              static_cast<std::size_t>(table - m_database.tables.data());
      }
      if (kind == "AT_DropConstraint")
        std::erase_if(table->unique_keys, [&](const UniqueKey& key) {
          return key.name == name || (key.name.empty() && name == cut_identifier(table->name + "_pkey") && key.primary);
        });
      if (kind == "AT_EnableRowSecurity") table->row_security = true;
      if (kind == "AT_DisableRowSecurity") table->row_security = false;
      if (kind == "AT_AttachPartition")
        if (Table* child = find(json_object(json_object(definition, "PartitionCmd"), "name")))
          child->partition_of = table->schema + "." + table->name;
      if (Column* column = column_of(*table, name)) {
        if (kind == "AT_SetNotNull") column->not_null = true;
        if (kind == "AT_DropNotNull") column->not_null = false;
        if (kind == "AT_AlterColumnType")
          column->type = type_text(json_object(json_object(definition, "ColumnDef"), "typeName"));
      }
    }
  }

  static void drop_column(Table& table, const std::string& name) {
    std::erase_if(table.columns, [&](const Column& column) { return column.name == name; });
    std::erase_if(table.unique_keys, [&](const UniqueKey& key) {
      return std::find(key.columns.begin(), key.columns.end(), name) != key.columns.end();
    });
  }

  void create_index(const json& node) {
    Table* table = find(json_object(node, "relation"));
    if (table == nullptr || !json_flag(node, "unique") || table->unique_keys.size() > kMaxColumns) return;
    UniqueKey key;
    key.name = json_text(node, "idxname");
    key.partial = node.contains("whereClause");
    for (const json& element : json_list(node, "indexParams")) {
      const std::string column = json_text(json_object(element, "IndexElem"), "name");
      key.columns.push_back(column.empty() ? "(expression)" : column);
    }
    add_key(*table, std::move(key));
  }

  void rename(const json& node) {
    Table* table = find(json_object(node, "relation"));
    if (table == nullptr) return;
    const std::string kind = json_text(node, "renameType");
    const std::string to = json_text(node, "newname");
    if (kind == "OBJECT_TABLE") relocate(*table, table->schema, to);
    if (kind != "OBJECT_COLUMN") return;
    const std::string from = json_text(node, "subname");
    if (Column* column = column_of(*table, from)) column->name = to;
    for (UniqueKey& key : table->unique_keys) std::replace(key.columns.begin(), key.columns.end(), from, to);
  }

  void drop(const json& node) {
    const std::string kind = json_text(node, "removeType");
    for (const json& object : json_list(node, "objects")) {
      const std::vector<std::string> names = json_names(json_list(json_object(object, "List"), "items"));
      if (names.empty()) continue;
      const std::string schema = names.size() > 1 ? names[names.size() - 2] : m_search_path;
      if (kind == "OBJECT_TABLE")
        if (Table* table = find(schema, names.back())) {
          m_places.erase(place(schema, names.back()));
          *table = Table{};
        }
      if (kind == "OBJECT_INDEX")
        if (const auto found = m_indexes.find(place(schema, names.back())); found != m_indexes.end())
          std::erase_if(m_database.tables[found->second].unique_keys,
                        [&](const UniqueKey& key) { return key.name == names.back(); });
    }
  }

  void create_domain(const json& node) {
    const std::vector<std::string> names = json_names(json_list(node, "domainname"));
    if (names.empty()) return;
    const std::string schema = names.size() > 1 ? names.front() : m_search_path;
    m_database.domains.emplace_back(schema + "." + names.back(), type_text(json_object(node, "typeName")));
  }

  void set_search_path(const std::vector<std::string>& schemas) {
    m_search_path = "public";
    for (const std::string& schema : schemas)
      if (!schema.empty() && schema != "pg_catalog" && schema != "$user") {
        m_search_path = schema;
        break;
      }
  }

  void set_variable(const json& node) {
    if (json_text(node, "name") != "search_path") return;
    std::vector<std::string> schemas;
    for (const json& value : json_list(node, "args"))
      schemas.push_back(json_text(json_object(json_object(value, "A_Const"), "sval"), "sval"));
    set_search_path(schemas);
  }

  // SELECT set_config('search_path', 'a, b', false), as pg_dump writes it. A list in quotes is cut at its commas.
  void select(const json& node) {
    for (const json& target : json_list(node, "targetList")) {
      const json& call = json_object(json_object(json_object(target, "ResTarget"), "val"), "FuncCall");
      const std::vector<std::string> name = json_names(json_list(call, "funcname"));
      const json& arguments = json_list(call, "args");
      if (name.empty() || name.back() != "set_config" || arguments.size() < 2) continue;
      const auto constant = [&](std::size_t i) {
        return json_text(json_object(json_object(arguments[i], "A_Const"), "sval"), "sval");
      };
      if (constant(0) != "search_path") continue;
      std::vector<std::string> schemas(1);
      for (const char c : constant(1)) {
        if (c == ',')
          schemas.emplace_back();
        else if (c != ' ' && c != '"')
          schemas.back() += c;
      }
      set_search_path(schemas);
    }
  }

  void grant(const json& node) {
    bool writes = json_list(node, "privileges").empty();  // ALL
    for (const json& item : json_list(node, "privileges")) {
      const std::string privilege = json_text(json_object(item, "AccessPriv"), "priv_name");
      writes = writes || privilege == "insert" || privilege == "update";
    }
    const bool on_tables = json_text(node, "objtype") == "OBJECT_TABLE" && json_flag(node, "is_grant") && writes;
    for (const json& grantee : json_list(node, "grantees")) {
      const std::string role = json_text(json_object(grantee, "RoleSpec"), "rolename");
      insert_sorted(m_database.roles, role);
      if (!on_tables) continue;
      for (const json& object : json_list(node, "objects"))
        if (Table* table = find(json_object(object, "RangeVar"))) insert_sorted(table->writers, role);
    }
  }

  void move(const json& node) {
    if (Table* table = find(json_object(node, "relation"))) relocate(*table, json_text(node, "newschema"), table->name);
  }

  void comment(const json& node) {
    if (json_text(node, "objtype") != "OBJECT_TABLE") return;
    const std::vector<std::string> names =
        json_names(json_list(json_object(json_object(node, "object"), "List"), "items"));
    if (names.empty()) return;
    const std::string schema = names.size() > 1 ? names[names.size() - 2] : m_search_path;
    if (Table* table = find(schema, names.back())) table->comment = json_text(node, "comment");
  }

  DatabaseSchema& m_database;
  const std::string& m_file;
  std::unordered_map<std::string, std::size_t> m_places;   // of tables, by schema and name
  std::unordered_map<std::string, std::size_t> m_indexes;  // the table of a unique index, by schema and name
  std::string m_search_path = "public";                    // its first entry: where unqualified names go
  int m_line = 0;
};

// The first words of statements that the model has a use for: what is not parsed costs nothing.
bool is_of_interest(std::string_view text) {
  const auto word = [&text] {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return std::string{};
    const std::size_t end = std::min(text.find_first_of(" \t\r\n(;", begin), text.size());
    std::string lower{text.substr(begin, end - begin)};
    for (char& c : lower)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    text.remove_prefix(end);
    return lower;
  };
  const std::string first = word();
  if (first == "set")
    return text.find("search_path") != std::string_view::npos || text.find("SEARCH_PATH") != std::string_view::npos;
  if (first == "select") return text.find("search_path") != std::string_view::npos;
  if (first == "grant") return true;
  if (first == "comment") return word() == "on" && word() == "table";
  if (first != "create" && first != "alter" && first != "drop") return false;
  const std::string second = word();
  if (second == "index") return first != "create";  // a unique one says so first
  static constexpr std::array<std::string_view, 9> kUnread{"function", "procedure", "or",        "trigger", "view",
                                                           "sequence", "type",      "aggregate", "operator"};
  return std::find(kUnread.begin(), kUnread.end(), second) == kUnread.end();
}

constexpr std::size_t kMaxNotes = 10000;

// What a statement comes to: the trees that the model has a use for with their lines, and what the grammar said against
// it.
struct Parsed {
  std::vector<std::pair<json, int>> trees;
  std::string error;
};

Parsed parsed(const ScriptStatement& statement) {
  Parsed out;
  for (const ScriptStatement& inner : statements_in_do(statement))
    if (is_of_interest(inner.text))
      if (Result<json> tree = parse_postgres(inner.text)) out.trees.emplace_back(std::move(*tree), inner.line);
  if (!is_of_interest(statement.text)) return out;
  Result<json> tree = parse_postgres(statement.text);
  if (tree)
    out.trees.emplace_back(std::move(*tree), statement.line);
  else
    out.error = tree.error().message;
  return out;
}

}  // namespace

// Parsing is nearly all of the work and needs nothing of the model: it goes ahead on a few threads, one window of
// statements at a time, so that the trees of a large dump are never all there at once.
void read_ddl(std::string_view script, const std::string& file, DatabaseSchema& database) {
  constexpr std::size_t kWindow = 512;
  constexpr std::size_t kWorthThreads = 64;
  constexpr unsigned kThreads = 4;
  Reader reader{database, file};
  const std::vector<ScriptStatement> statements = split_sql(script);
  for (std::size_t begin = 0; begin < statements.size(); begin += kWindow) {
    std::vector<Parsed> window(std::min(kWindow, statements.size() - begin));
    const unsigned threads = window.size() < kWorthThreads ? 1 : std::min(kThreads, worker_count(0));
    parallel_for(window.size(), threads, [&](std::size_t i) { window[i] = parsed(statements[begin + i]); });
    for (std::size_t i = 0; i < window.size(); ++i) {
      for (const auto& [tree, line] : window[i].trees) reader.apply(tree, line);
      const ScriptStatement& statement = statements[begin + i];
      if (!window[i].error.empty() && database.notes.size() < kMaxNotes)
        database.notes.push_back({file, statement.line, window[i].error, std::string{statement.text.substr(0, 400)}});
    }
  }
  reader.finish();
}

}  // namespace idem
