#include "reconcile/pushed_down.hpp"

#include "base/resources.hpp"
#include "reconcile/group_sql.hpp"
#include "reconcile/questions.hpp"
#include "records/money.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace idem::books {

namespace {

constexpr Dialect kPostgres{Dialect::postgres};

std::int64_t number_of(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "#KIND GROUPS KEYS RECORDS" in the place of verdicts: what was only counted.
bool is_count(const RawField& field, MergeResult& counts) {
  if (field.null || field.text.empty() || field.text.front() != '#') return false;
  std::string_view text = field.text.substr(1);
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
  return true;
}

void read_fact(const RawField& field, FactType type, std::string& decimal, Fact& value) {
  value.null = field.null;
  value.number = 0;
  value.text.clear();
  if (field.null) return;
  if (type == FactType::number || type == FactType::time)
    value.number = number_of(field.text);
  else if (type == FactType::amount && canonical_decimal(field.text, 0, decimal))
    value.text = decimal;
  else
    value.text.assign(field.text);
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

// sql/reconcile/suspects.sql for the plan.
static std::string suspects_sql(const Plan& plan, const PushedDown& sides) {
  std::string facts;
  std::string all_facts;
  for (const FactSpec& spec : fact_specs()) {
    const bool known = is_known(plan, spec);
    if (known) facts += fmt::format("{}{}", facts.empty() ? "" : ", ", spec.name);
    all_facts += all_facts.empty() ? "" : ", ";
    all_facts +=
        known ? std::string(spec.name)
              : fmt::format("{} AS {}", kPostgres.cast(spec.take == Take::source ? "0" : "NULL", spec.type), spec.name);
  }
  std::string suspect_scope;
  for (const std::string_view column : shared_scope(plan))
    suspect_scope += fmt::format(", CASE WHEN kind = 0 THEN {0} END AS {0}", column);
  const Side intentions = plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  const bool sharded = plan.settings.shards > 1;
  // Intentions and records are looked for in all shards.
  const auto whole = [&](Side side) {
    const std::string name = side == Side::keys ? "key_rows" : "record_rows";
    return sharded ? fmt::format("({}) all_{}", side == Side::keys ? sides.keys : sides.records, name) : name;
  };
  const std::string rows = whole(intentions);
  const std::string repeated =
      plan.has(intentions, Role::business)
          ? fmt::format(
                "SELECT DISTINCT link FROM {0} WHERE link IS NOT NULL AND business IN (SELECT business FROM {0} WHERE "
                "business IS NOT NULL GROUP BY business HAVING count(*) > 1)",
                rows)
          : "SELECT CAST(NULL AS text) AS link WHERE false";
  const std::string ids =
      !plan.has(Side::records, Role::id)
          ? "SELECT CAST(NULL AS text) AS id, CAST(NULL AS text) AS tenant WHERE false"
          : fmt::format("SELECT id, {} AS tenant FROM {}",
                        plan.has(Side::records, Role::tenant) ? "tenant" : "CAST(NULL AS text)", whole(Side::records));
  SqlValues values = {
      {"key_rows", rows_of_shard(plan, sides.keys)},
      {"record_rows", rows_of_shard(plan, sides.records)},
      {"key_groups", groups_of(plan, kPostgres, Side::keys,
                               {"suspect_keys", "key_rows", sides.keys_unique, sides.keys_have_null_links})},
      {"record_groups",
       groups_of(plan, kPostgres, Side::records,
                 {"suspect_records", "record_rows", sides.records_unique, sides.records_have_null_links})},
      {"repeated", repeated},
      {"record_ids", ids},
      {"facts", facts},
      {"all_facts", all_facts},
      {"scope", scope_condition(plan)},
      {"same_scope", scope_condition(plan, "m", "s")},
      {"suspect_scope", suspect_scope}};
  values.merge(mark_values(plan, kPostgres));
  return fill_sql(resource("sql/reconcile/suspects.sql"), values);
}

std::string rows_of_shard(const Plan& plan, const std::string& canonical_select) {
  const std::string condition = in_shard(plan.settings, "link");
  return condition.empty() ? canonical_select
                           : fmt::format("SELECT * FROM ({}) s WHERE {}", canonical_select, condition);
}

std::string pushed_down_sql(const Plan& plan, const PushedDown& sides) {
  // Into one statement: the answers and the counts of what was dropped, in the order of the answers.
  const std::string classify = classify_sql(plan, kPostgres);
  const std::size_t with = classify.find("\nWITH\n") + 6;
  const std::size_t order = classify.rfind("\nORDER BY ");
  std::string nulls;
  for (std::size_t i = 0; i < result_columns().size(); ++i) nulls += ", NULL";
  return "SELECT * FROM (WITH\n" + suspects_sql(plan, sides) + classify.substr(with, order - with) +
         "\nUNION ALL SELECT '#' || kind || ' ' || groups || ' ' || nk || ' ' || nr" + nulls +
         " FROM dropped) answers" + classify.substr(order);
}

static Result<void> start_grouping(CopyStream& stream, const std::string& sql) {
  if (const auto set = stream.query(std::string(resource("sql/reconcile/planner.sql"))); !set) return set.error();
  return stream.start(sql);
}

Result<void> judge_pushed_down(CopyStream& stream, const std::string& sql, MergeResult& counts,
                               const OnAnswer& on_answer) {
  if (const auto started = start_grouping(stream, sql); !started) return started.error();
  RawRow row;
  Answer answer;
  const auto& columns = result_columns();
  std::string decimal;
  for (;;) {
    const Result<bool> got = stream.next(row);
    if (!got) return got.error();
    if (!*got) return {};
    if (is_count(row[0], counts)) continue;
    answer.verdicts.assign(row[0].text);
    answer.values.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) read_fact(row[i + 1], columns[i].type, decimal, answer.values[i]);
    if (const auto taken = on_answer(answer); !taken) return taken.error();
  }
}

std::string shard_sql(const Plan& plan, const PushedDown& sides) {
  std::string list =
      "'' AS kind, link, CAST(nk AS text) AS nk, CAST(nr AS text) AS nr, CAST(nr_live AS text) AS nr_live";
  std::string nulls = ", NULL, NULL, NULL, NULL";
  for (const FactSpec& spec : fact_specs()) {
    list += fmt::format(", CAST({} AS text)",
                        spec.type == FactType::time ? kPostgres.micros(spec.name) : std::string(spec.name));
    nulls += ", NULL";
  }
  return fmt::format(
      "SELECT * FROM (WITH\n{}nothing AS (SELECT 1)\nSELECT {} FROM suspects\nUNION ALL SELECT '#' || kind || ' ' || "
      "groups || ' ' || nk || ' ' || nr{} FROM dropped) found",
      suspects_sql(plan, sides), list, nulls);
}

Result<void> collect_shard(CopyStream& stream, const std::string& sql, MergeResult& counts,
                           const std::function<Result<void>(const Group&)>& on_suspect) {
  if (const auto started = start_grouping(stream, sql); !started) return started.error();
  RawRow row;
  Group group;
  std::string decimal;
  for (;;) {
    const Result<bool> got = stream.next(row);
    if (!got) return got.error();
    if (!*got) return {};
    if (is_count(row[0], counts)) continue;
    group.has_link = !row[1].null;
    group.link.assign(row[1].text);
    group.nk = number_of(row[2].text);
    group.nr = number_of(row[3].text);
    group.nr_live = number_of(row[4].text);
    for (std::size_t i = 0; i < kFacts; ++i) read_fact(row[i + 5], fact_specs()[i].type, decimal, group.facts[i]);
    ++counts.suspects;
    if (const auto taken = on_suspect(group); !taken) return taken.error();
  }
}

}  // namespace idem::books
