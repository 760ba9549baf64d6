#pragma once

#include "reconcile/facts.hpp"
#include "reconcile/plan.hpp"

#include <functional>

namespace idem::books {

// Rows of one side in the order of (link, operation, tenant), the last two where both sides have them; bytes order,
// NULL first. Returns false at the end; the row's views are valid until the next call.
using OrderedRows = std::function<Result<bool>(Row&)>;

// Link values, in bytes order, of groups that must not be dropped although they agree (their intention occurs again).
using OrderedLinks = std::function<Result<bool>(std::string_view&)>;

// Groups that agree or lie outside --since/--until: counted, not kept.
struct Dropped {
  std::int64_t groups = 0;
  std::int64_t keys = 0;
  std::int64_t records = 0;
};

struct MergeResult {
  Dropped matched;
  Dropped outside;
  std::int64_t keys = 0;  // rows read
  std::int64_t records = 0;
  std::int64_t suspects = 0;
};

// Lays the two sides beside each other, group by group, in constant memory. `on_suspect` gets every group that is not
// plainly well.
Result<MergeResult> merge(const Plan& plan, const OrderedRows& keys, const OrderedRows& records,
                          const OrderedLinks& forced, const std::function<Result<void>(const Group&)>& on_suspect,
                          const std::function<void(std::int64_t rows)>& progress);

// Whether one key row and one business row agree in all that is compared. Never true where
// sql/reconcile/classify.sql would find a class.
bool plainly_well(const Plan& plan, const Row& key, const Row& record);

}  // namespace idem::books
