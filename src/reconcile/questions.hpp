#pragma once

#include "reconcile/facts.hpp"
#include "reconcile/plan.hpp"
#include "reconcile/sql_template.hpp"

#include <string>
#include <vector>

namespace idem::books {

// A column of the result of sql/reconcile/classify.sql after `verdicts`.
struct ResultColumn {
  std::string name;
  FactType type;
};
const std::vector<ResultColumn>& result_columns();

std::size_t result_index(std::string_view name);  // a name it does not hold is a bug and aborts

// sql/reconcile/classify.sql for a plan, reading the relations `suspects`, `elsewhere` and the rest by their names.
std::string classify_sql(const Plan& plan, const Dialect& dialect);

// Values for sql/reconcile/provider_only.sql.
SqlValues provider_only_values(const Plan& plan, const Dialect& dialect);

// The values that stand for what the plan knows.
SqlValues plan_values(const Plan& plan, const Dialect& dialect);

}  // namespace idem::books
