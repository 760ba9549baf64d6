#pragma once

#include "reconcile/facts.hpp"
#include "reconcile/plan.hpp"
#include "reconcile/sql_template.hpp"

#include <string>

namespace idem::books {

// Pieces of the comparison as SQL, over the relations key_rows and record_rows: the canonical rows of each side, whose
// columns are called as their roles, with `link` and `bad`.

// Whether the plan's columns tell a fact at all.
bool is_known(const Plan& plan, const FactSpec& spec);

// One row a link with the facts of the side. `unique`: the rows are that already; `null_links`: some may have none.
std::string groups_of(const Plan& plan, const Dialect& dialect, Side side, bool unique, bool null_links);

// " AND ..." that holds where k and r are of one operation and tenant.
std::string scope_condition(const Plan& plan);

// plainly_well() of merge.hpp, over the columns that there are.
std::string plainly_well(const Plan& plan, const Dialect& dialect);

// Whether a group lies outside --since/--until.
std::string outside_window(const Plan& plan, const Dialect& dialect);

// Whether a link belongs to the shard of the settings, in PostgreSQL; "" where there are no shards. The same rows as
// shard_of() of shards.hpp.
std::string in_shard(const Settings& settings, const std::string& link);

}  // namespace idem::books
