#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// What is known of a legacy PostgreSQL schema, from DDL or from a live catalogue. Names are as the server stores them:
// unquoted, folded, cut to 63 bytes.

struct Column {
  std::string name;
  std::string type;  // "bigint", "character varying(36)", a domain's own name; "[]" behind arrays
  bool not_null = false;
};

struct UniqueKey {
  std::string name;                  // of the constraint or index; may be empty where the DDL gave none
  std::vector<std::string> columns;  // an expression is "(expression)"
  bool primary = false;
  bool partial = false;  // has a WHERE
  bool valid = true;     // false: left behind by a failed CREATE INDEX CONCURRENTLY
};

struct Table {
  std::string schema;
  std::string name;
  std::string file;  // where it was read; empty for a live database
  int line = 0;
  std::vector<Column> columns;
  std::vector<UniqueKey> unique_keys;  // primary keys too
  std::string partition_strategy;      // "range", "list", "hash"; empty where not partitioned
  std::vector<std::string> partition_columns;
  std::string partition_of;  // "schema.parent"
  bool row_security = false;
  std::string comment;
  std::string owner;                 // role; empty where it is not told
  std::vector<std::string> writers;  // roles granted INSERT or UPDATE, sorted

  const Column* find_column(std::string_view column) const;
  const UniqueKey* primary_key() const;
};

struct SchemaNote {
  std::string file;
  int line = 0;
  std::string message;
  std::string statement;  // the text passed over, cut to 400 bytes; empty where the note is about something else
};

struct DatabaseSchema {
  std::vector<Table> tables;
  std::vector<std::pair<std::string, std::string>> domains;  // "schema.name", base type
  std::vector<std::string> event_triggers;
  std::vector<std::string> extensions;
  std::vector<std::string> schemas;  // created or seen, sorted
  std::vector<std::string> roles;    // of a script those named as owners or grantees, of a server all; sorted
  bool live = false;                 // read from a server
  std::vector<SchemaNote> notes;     // statements passed over

  Table* find_table(std::string_view schema, std::string_view name);
  const Table* find_table(std::string_view schema, std::string_view name) const;
};

// The type a domain stands for, the type itself otherwise.
std::string base_type(const DatabaseSchema& database, const std::string& type);

}  // namespace idem
