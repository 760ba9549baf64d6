#pragma once

#include "reconcile/facts.hpp"
#include "reconcile/plan.hpp"
#include "reconcile/sql_template.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem::books {

// Pieces of the comparison as SQL, over the relations key_rows and record_rows: the canonical rows of each side, whose
// columns are called as their roles, with `link` and `bad`.

// Whether the plan's columns tell a fact at all.
bool is_known(const Plan& plan, const FactSpec& spec);

// The relations that a side's groups are made from.
struct SideRows {
  std::string linked;      // rows with a link
  std::string all;         // with those without one
  bool unique = false;     // one row a link already
  bool null_links = true;  // some may have none
};

// One row a link with the facts of the side; a row without a link stands alone.
std::string groups_of(const Plan& plan, const Dialect& dialect, Side side, const SideRows& rows);

// Values for the first pass of sql/reconcile/suspects.sql, in PostgreSQL: what tells of a row of each side whether it
// is well by itself, and what must not differ within a group.
SqlValues mark_values(const Plan& plan, const Dialect& dialect);

// "operation" and "tenant" where both sides tell them: a link is one within them.
std::vector<std::string_view> shared_scope(const Plan& plan);

// " AND ..." that holds where two relations are of one operation and tenant.
std::string scope_condition(const Plan& plan, std::string_view left = "k", std::string_view right = "r");

// plainly_well() of merge.hpp, over the columns that there are.
std::string plainly_well(const Plan& plan, const Dialect& dialect);

// Whether a group lies outside --since/--until.
std::string outside_window(const Plan& plan, const Dialect& dialect);

// Whether a link belongs to the shard of the settings, in PostgreSQL; "" where there are no shards. The same rows as
// shard_of() of shards.hpp.
std::string in_shard(const Settings& settings, const std::string& link);

}  // namespace idem::books
