// Unique constraints of a project, from wherever they are declared: DDL, migrations, ORM models. Tables and entities
// meet under one plain name: "OrderItem", "order_items" and "public.order_item" are the same.
#pragma once

#include "base/result.hpp"
#include "engine/program.hpp"

#include <map>
#include <string>
#include <vector>

namespace idem {

struct UniqueSet {
  std::string table;                 // plain name, see plain_table()
  std::vector<std::string> columns;  // plain names
  bool primary = false;
  bool partial = false;    // holds only for rows of its predicate
  bool not_null = false;   // every column is NOT NULL
  bool generated = false;  // a column has a default of its own: a repeat may get another value
  std::string file;
  std::uint32_t line = 0;
  std::string name;   // of the constraint or index, or ""
  std::string shown;  // the table and its columns as they are declared: "orders (tenant_id, key)"
};

class Uniques {
 public:
  void add(UniqueSet set);
  // The sets of a table by any spelling of its name.
  const std::vector<UniqueSet>& of(std::string_view table) const;
  std::vector<UniqueSet> all() const;  // by table
  bool empty() const { return m_by_table.empty(); }

 private:
  std::map<std::string, std::vector<UniqueSet>> m_by_table;
};

// The sets of a schema that stands outside the project or is named by the user: a file or a folder of SQL (migrations
// are applied in their order), Rails schema.rb, Prisma schemas, and models and migrations of ORMs in languages that
// idem reads.
Result<std::vector<UniqueSet>> read_unique_sets(const std::string& path);
// The sets of a live PostgreSQL data base, read in one read-only transaction.
Result<std::vector<UniqueSet>> inspect_unique_sets(const std::string& url);

// Names the contents of the sets, for a cache.
std::string digest_of(const std::vector<UniqueSet>& sets);

// Lower case letters and digits, singular: "public.Order_Items" → "orderitem".
std::string plain_table(std::string_view name);

// What the project's own files declare: SQL files and schema languages among project.others, and ORM models in the
// facts.
Uniques find_uniques(const Project& project, Program& program);

}  // namespace idem
