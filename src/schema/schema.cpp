#include "schema/schema.hpp"

namespace idem {

const Column* Table::find_column(std::string_view column) const {
  for (const Column& candidate : columns)
    if (candidate.name == column) return &candidate;
  return nullptr;
}

const UniqueKey* Table::primary_key() const {
  for (const UniqueKey& key : unique_keys)
    if (key.primary) return &key;
  return nullptr;
}

const Table* DatabaseSchema::find_table(std::string_view schema, std::string_view name) const {
  for (const Table& table : tables)
    if (table.name == name && table.schema == schema) return &table;
  return nullptr;
}

Table* DatabaseSchema::find_table(std::string_view schema, std::string_view name) {
  return const_cast<Table*>(static_cast<const DatabaseSchema*>(this)->find_table(schema, name));
}

std::string base_type(const DatabaseSchema& database, const std::string& type) {
  std::string current = type;
  for (int depth = 0; depth < 8; ++depth) {  // domains over domains; a cycle cannot be created, but can be written
    bool found = false;
    for (const auto& [name, base] : database.domains) {
      const bool same = name == current || name.substr(name.find('.') + 1) == current;
      if (same && base != current) {
        current = base;
        found = true;
        break;
      }
    }
    if (!found) break;
  }
  return current;
}

}  // namespace idem
