// Unique constraints of a project, from wherever they are declared: DDL, migrations, ORM models. Tables and entities
// meet under one plain name: "OrderItem", "order_items" and "public.order_item" are the same.
#pragma once

#include "engine/program.hpp"

#include <string>
#include <unordered_map>
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
};

class Uniques {
 public:
  void add(UniqueSet set);
  // The sets of a table by any spelling of its name.
  const std::vector<UniqueSet>& of(std::string_view table) const;
  bool empty() const { return m_by_table.empty(); }

 private:
  std::unordered_map<std::string, std::vector<UniqueSet>> m_by_table;
};

// Lower case letters and digits, singular: "public.Order_Items" → "orderitem".
std::string plain_table(std::string_view name);

// What the project's own files declare: SQL files and schema languages among project.others, and ORM models in the
// facts.
Uniques find_uniques(const Project& project, Program& program);

}  // namespace idem
