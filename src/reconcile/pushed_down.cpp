#include "reconcile/pushed_down.hpp"

#include "base/resources.hpp"
#include "reconcile/questions.hpp"
#include "records/money.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace idem::books {

namespace {

constexpr Dialect kPostgres{Dialect::postgres};

std::string_view type_name(FactType type) {
  switch (type) {
    case FactType::text:
      return "text";
    case FactType::number:
      return "bigint";
    case FactType::time:
      return "timestamptz";
    case FactType::amount:
      return "numeric";
  }
  return "";
}

bool is_known(const Plan& plan, const FactSpec& spec) {
  if (spec.take == Take::source) return false;
  if (spec.take == Take::bad) return true;
  if (spec.role == Role::state)
    return plan.has(spec.side, Role::state) || (spec.side == Side::keys && plan.has(spec.side, Role::completed));
  if (spec.role == Role::currency && !plan.has(spec.side, Role::currency))
    return plan.currency_by_default && plan.has(spec.side, Role::amount);
  return plan.has(spec.side, spec.role);
}

std::string value_of(const FactSpec& spec) { return spec.take == Take::bad ? "bad" : std::string(name_of(spec.role)); }

constexpr std::string_view kLive = "CASE WHEN state IN (1, 3, 4) THEN 0 ELSE 1 END";

// "SELECT link, count(*) AS nk, min(created) AS k_created, ... GROUP BY link", or the same of single rows.
std::string grouped(const Plan& plan, Side side, bool aggregate) {
  const bool keys = side == Side::keys;
  std::string list = "link";
  std::string scope;
  if (plan.operation_shared) scope += ", operation";
  if (plan.tenant_shared) scope += ", tenant";
  list += scope;
  list += aggregate ? (keys ? ", count(*) AS nk" : ", count(*) AS nr")
                    : (keys ? ", CAST(1 AS bigint) AS nk" : ", CAST(1 AS bigint) AS nr");
  if (!keys) {
    if (!plan.has(Side::records, Role::state))
      list += aggregate ? ", count(*) AS nr_live" : ", CAST(1 AS bigint) AS nr_live";
    else
      list += aggregate ? fmt::format(", sum({}) AS nr_live", kLive)
                        : fmt::format(", CAST({} AS bigint) AS nr_live", kLive);
  }
  for (const FactSpec& spec : fact_specs()) {
    if (spec.side != side || !is_known(plan, spec)) continue;
    const std::string value = value_of(spec);
    const bool in_scope = (spec.role == Role::operation && plan.operation_shared) ||
                          (spec.role == Role::tenant && plan.tenant_shared) ||
                          (spec.role == plan.link_role(side) && spec.take != Take::bad && spec.take != Take::any_null);
    std::string expression =
        spec.take == Take::any_null ? fmt::format("CASE WHEN {} IS NULL THEN 1 ELSE 0 END", value) : value;
    if (in_scope && spec.role == plan.link_role(side)) expression = "link";
    if (aggregate && !in_scope)
      expression =
          fmt::format("{}({})", spec.take == Take::lowest || spec.take == Take::bad ? "min" : "max", expression);
    list += fmt::format(", {} AS {}", expression, spec.name);
  }
  return fmt::format("SELECT {} FROM {}", list, keys ? "key_rows" : "record_rows") +
         (aggregate ? " WHERE link IS NOT NULL GROUP BY link" + scope : "");
}

std::string groups_of(const Plan& plan, Side side, bool unique, bool null_links) {
  if (unique) return grouped(plan, side, false);
  std::string sql = grouped(plan, side, true);
  if (null_links) sql += " UNION ALL " + grouped(plan, side, false) + " WHERE link IS NULL";
  return sql;
}

std::string scope_condition(const Plan& plan) {
  std::string condition;
  for (const auto& [shared, name] :
       {std::pair(plan.operation_shared, "operation"), std::pair(plan.tenant_shared, "tenant")})
    if (shared)
      condition +=
          fmt::format(" AND COALESCE(k.{0}, '') = COALESCE(r.{0}, '') AND (k.{0} IS NULL) = (r.{0} IS NULL)", name);
  return condition;
}

// plainly_well() of merge.hpp over the columns that there are.
std::string plainly_well(const Plan& plan) {
  const auto has = [&](Side side, Role role) {
    return plan.has(side, role) || (role == Role::currency && plan.currency_by_default && plan.has(side, Role::amount));
  };
  if (!plan.can_drop_agreeing()) return "false";
  if (has(Side::keys, Role::approved_at) || has(Side::keys, Role::approved_fingerprint) ||
      has(Side::keys, Role::approval_expires))
    return "false";
  std::string condition = "k_state = 7 AND k_key IS NOT NULL AND k_bad IS NULL AND r_bad IS NULL";
  const auto agree = [&](std::string_view a, std::string_view b) {
    condition += fmt::format(" AND ({} <> {}) IS NOT TRUE", a, b);
  };
  const std::pair<Role, std::string_view> compared[] = {{Role::tenant, "tenant"}, {Role::fingerprint, "fingerprint"},
                                                        {Role::amount, "amount"}, {Role::currency, "currency"},
                                                        {Role::party, "party"},   {Role::key, "key"}};
  for (const auto& [role, name] : compared)
    if (has(Side::keys, role) && has(Side::records, role)) agree(fmt::format("k_{}", name), fmt::format("r_{}", name));
  if (has(Side::keys, Role::resource) && has(Side::records, Role::id)) agree("k_resource", "r_id");
  if (has(Side::keys, Role::owner) && has(Side::keys, Role::completed_by)) agree("k_owner", "k_completed_by");
  const auto ordered = [&](Role later, Role earlier) {
    if (has(Side::keys, later) && has(Side::keys, earlier))
      condition += fmt::format(" AND (k_{} < k_{}) IS NOT TRUE", name_of(later), name_of(earlier));
  };
  ordered(Role::completed, Role::created);
  ordered(Role::expires, Role::completed);
  ordered(Role::expires, Role::created);
  const std::string future = kPostgres.time(plan.settings.as_of + plan.settings.clock_skew);
  for (const auto& [side, role] : {std::pair(Side::keys, Role::created), std::pair(Side::keys, Role::completed),
                                   std::pair(Side::records, Role::created)})
    if (has(side, role))
      condition += fmt::format(" AND ({}_{} > {}) IS NOT TRUE", side == Side::keys ? 'k' : 'r', name_of(role), future);
  if (has(Side::keys, Role::expires)) condition += " AND k_expires IS NOT NULL";
  return condition;
}

std::string outside(const Plan& plan) {
  const Settings& settings = plan.settings;
  std::string time = plan.has(Side::keys, Role::created) ? "k_created" : "CAST(NULL AS timestamptz)";
  if (plan.has(Side::records, Role::created)) time = fmt::format("COALESCE({}, r_created)", time);
  std::string condition;
  if (settings.since) condition += fmt::format("{} < {}", time, kPostgres.time(*settings.since));
  if (settings.until)
    condition += fmt::format("{}{} >= {}", condition.empty() ? "" : " OR ", time, kPostgres.time(*settings.until));
  return condition.empty() ? "false" : condition;
}

std::int64_t number_of(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

void see_uniqueness(const Plan& plan, Side which, const PostgresSide& side, const Mapping& mapping, bool& unique,
                    bool& null_links) {
  const auto index_of = [&](Role role) { return static_cast<std::size_t>(mapping[role]); };
  std::vector<std::size_t> scope = {index_of(plan.link_role(which))};
  null_links = !side.not_null[scope.front()];
  if (plan.operation_shared) scope.push_back(index_of(Role::operation));
  if (plan.tenant_shared) scope.push_back(index_of(Role::tenant));
  unique = false;
  for (const auto& columns : side.unique)
    unique = unique || std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
               return std::any_of(scope.begin(), scope.end(),
                                  [&](std::size_t at) { return side.columns[at] == column && side.not_null[at]; });
             });
}

std::string pushed_down_sql(const Plan& plan, const PushedDown& sides) {
  std::string facts;
  std::string as_text = "link, CAST(nk AS text), CAST(nr AS text), CAST(nr_live AS text)";
  std::string from_text =
      "facts[1] AS link, CAST(facts[2] AS bigint) AS nk, CAST(facts[3] AS bigint) AS nr, CAST(facts[4] AS bigint) AS "
      "nr_live";
  int place = 4;
  for (const FactSpec& spec : fact_specs()) {
    const std::string_view type = type_name(spec.type);
    if (!is_known(plan, spec)) {
      from_text += fmt::format(", CAST({} AS {}) AS {}", spec.take == Take::source ? "0" : "NULL", type, spec.name);
      continue;
    }
    facts += fmt::format("{}{}", facts.empty() ? "" : ", ", spec.name);
    as_text += fmt::format(", CAST({} AS text)", spec.name);
    from_text += fmt::format(", CAST(facts[{}] AS {}) AS {}", ++place, type, spec.name);
  }
  const Side intentions = plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  const std::string_view rows = intentions == Side::keys ? "key_rows" : "record_rows";
  const std::string repeated =
      plan.has(intentions, Role::business)
          ? fmt::format(
                "SELECT DISTINCT link FROM {0} WHERE link IS NOT NULL AND business IN (SELECT business FROM {0} WHERE "
                "business IS NOT NULL GROUP BY business HAVING count(*) > 1)",
                rows)
          : "SELECT CAST(NULL AS text) AS link WHERE false";
  const std::string ids = !plan.has(Side::records, Role::id)
                              ? "SELECT CAST(NULL AS text) AS id, CAST(NULL AS text) AS tenant WHERE false"
                              : fmt::format("SELECT id, {} AS tenant FROM record_rows",
                                            plan.has(Side::records, Role::tenant) ? "tenant" : "CAST(NULL AS text)");
  const SqlValues values = {
      {"key_rows", sides.keys},
      {"record_rows", sides.records},
      {"key_groups", groups_of(plan, Side::keys, sides.keys_unique, sides.keys_have_null_links)},
      {"record_groups", groups_of(plan, Side::records, sides.records_unique, sides.records_have_null_links)},
      {"repeated", repeated},
      {"record_ids", ids},
      {"facts", facts},
      {"facts_as_text", as_text},
      {"facts_from_text", from_text},
      {"scope", scope_condition(plan)},
      {"outside", outside(plan)},
      {"plainly_well", plainly_well(plan)}};
  // Into one statement: the answers and the counts of what was dropped, in the order of the answers.
  const std::string classify = classify_sql(plan, kPostgres);
  const std::size_t with = classify.find("\nWITH\n") + 6;
  const std::size_t order = classify.rfind("\nORDER BY ");
  std::string nulls;
  for (std::size_t i = 0; i < result_columns().size(); ++i) nulls += ", NULL";
  return "SELECT * FROM (WITH\n" + fill_sql(resource("sql/reconcile/suspects.sql"), values) +
         classify.substr(with, order - with) +
         "\nUNION ALL SELECT '#' || kind || ' ' || groups || ' ' || nk || ' ' || nr" + nulls +
         " FROM collapsed WHERE kind > 0) answers" + classify.substr(order);
}

Result<void> judge_pushed_down(CopyStream& stream, const std::string& sql, MergeResult& counts,
                               const OnAnswer& on_answer) {
  if (const auto started = stream.start(sql); !started) return started;
  RawRow row;
  Answer answer;
  const auto& columns = result_columns();
  std::string decimal;
  for (;;) {
    const Result<bool> got = stream.next(row);
    if (!got) return got.error();
    if (!*got) return {};
    if (!row[0].null && !row[0].text.empty() && row[0].text.front() == '#') {
      std::string_view text = row[0].text.substr(1);
      std::int64_t numbers[4] = {};
      for (std::int64_t& number : numbers) {
        const std::size_t space = text.find(' ');
        number = number_of(text.substr(0, space));
        text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
      }
      Dropped& dropped = numbers[0] == 1 ? counts.matched : counts.outside;
      dropped.groups += numbers[1];
      dropped.keys += numbers[2];
      dropped.records += numbers[3];
      continue;
    }
    answer.verdicts.assign(row[0].text);
    answer.values.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const RawField& field = row[i + 1];
      Fact& value = answer.values[i];
      value.null = field.null;
      value.number = 0;
      value.text.clear();
      if (field.null) continue;
      if (columns[i].type == FactType::number || columns[i].type == FactType::time)
        value.number = number_of(field.text);
      else if (columns[i].type == FactType::amount && canonical_decimal(field.text, 0, decimal))
        value.text = decimal;
      else
        value.text.assign(field.text);
    }
    if (const auto taken = on_answer(answer); !taken) return taken;
  }
}

}  // namespace idem::books
