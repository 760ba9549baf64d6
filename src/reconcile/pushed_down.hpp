#pragma once

#include "reconcile/merge.hpp"
#include "reconcile/postgres_side.hpp"
#include "reconcile/store.hpp"

namespace idem::books {

// Both sides in one database: the whole comparison as one statement.
struct PushedDown {
  std::string keys;  // canonical_select() of each side
  std::string records;
  bool keys_unique = false;  // one row a link by a unique index: no grouping needed
  bool keys_have_null_links = true;
  bool records_unique = false;
  bool records_have_null_links = true;
};

// The statement: sql/reconcile/suspects.sql and classify.sql. Its rows are `verdicts` and result_columns(); for groups
// that were only counted, "#KIND GROUPS KEYS RECORDS" in the place of verdicts (KIND 1 matched, 2 outside the window).
std::string pushed_down_sql(const Plan& plan, const PushedDown& sides);

// Whether a unique index of the table says that a link (with the shared scope) occurs once; and whether links may be
// NULL.
void see_uniqueness(const Plan& plan, Side which, const PostgresSide& side, const Mapping& mapping, bool& unique,
                    bool& null_links);

// The same of one shard, unjudged: its rows are "" and link, counts and facts of every suspect; the further rows as
// above. Keys are compared within the shard, repeated intentions looked for everywhere.
std::string shard_sql(const Plan& plan, const PushedDown& sides);
Result<void> collect_shard(CopyStream& stream, const std::string& sql, MergeResult& counts,
                           const std::function<Result<void>(const Group&)>& on_suspect);

// SELECT of the rows of a side that belong to the plan's shard.
std::string rows_of_shard(const Plan& plan, const std::string& canonical_select);

// Runs it. `matched` and `outside` get the counts.
Result<void> judge_pushed_down(CopyStream& stream, const std::string& sql, MergeResult& counts,
                               const OnAnswer& on_answer);

}  // namespace idem::books
