#include "reconcile/repair_sql.hpp"

#include "base/terminal.hpp"
#include "reconcile/emit_sql.hpp"
#include "reconcile/sql_template.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace idem::books {

namespace {

struct Writer {
  const RepairTarget& target;
  Dialect dialect{target.sqlite ? Dialect::sqlite : Dialect::postgres};

  bool has(Role role) const { return target.keys.has(role); }
  std::string column(Role role) const { return dialect.ident(target.keys.name(role)); }

  // The owner's own word for a state, "" where none was seen.
  const std::vector<std::string>& words(State state) const { return target.words[static_cast<std::size_t>(state)]; }
  std::string word(State state) const {
    if (!words(state).empty()) return words(state).front();
    std::string upper(name_of(state));
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return upper;
  }
  std::string one_of(State state) const {
    std::string list;
    for (const std::string& seen : words(state)) list += (list.empty() ? "" : ", ") + dialect.text(seen);
    return fmt::format("{} IN ({})", column(Role::state), list.empty() ? dialect.text(word(state)) : list);
  }
  std::string equals(Role role, const std::string& value) const {
    return fmt::format("{} = {}", column(role), dialect.text(value));
  }

  std::string which(const Finding& finding) const {
    std::string where = equals(Role::key, finding.key);
    for (const auto& [role, value] :
         {std::pair(Role::tenant, finding.tenant), std::pair(Role::operation, finding.operation)})
      if (has(role)) where += " AND " + (value.empty() ? column(role) + " IS NULL" : equals(role, value));
    return where;
  }
  // What was observed and must still be so.
  std::string guard(const Finding& finding, State state) const {
    std::string where = which(finding) + " AND " + one_of(state);
    if (has(Role::owner))
      where +=
          " AND " + (finding.owner.empty() ? column(Role::owner) + " IS NULL" : equals(Role::owner, finding.owner));
    for (const auto& [role, time] :
         {std::pair(Role::updated, finding.updated), std::pair(Role::locked, finding.locked)})
      if (has(role) && time)
        where += fmt::format(" AND {} = {}", target.sqlite ? sqlite_micros(column(role)) : column(role),
                             dialect.time(*time));
    return where;
  }

  std::string statement(const std::string& set, const std::string& where, const std::string& back) const {
    const std::string update = fmt::format("UPDATE {} SET {} WHERE {}", target.table, set, where);
    std::string out = fmt::format("-- way back: {};\n", printable(back));
    if (target.sqlite)
      return out + fmt::format(
                       "BEGIN IMMEDIATE;\n{} AND 1 = (SELECT count(*) FROM {} WHERE {});\nSELECT changes() AS "
                       "rows_changed; -- 1, or 0 when the data has moved on\nCOMMIT;\n",
                       update, target.table, where);
    // The tag must not occur inside.
    std::string tag = "idem";
    while (update.find("$" + tag + "$") != std::string::npos) tag += "x";
    return out + fmt::format(
                     "BEGIN;\nDO ${0}$ DECLARE changed bigint; BEGIN\n  {1};\n  GET DIAGNOSTICS changed = ROW_COUNT;\n"
                     "  IF changed > 1 THEN RAISE EXCEPTION 'more than one row would change'; END IF;\n"
                     "  RAISE NOTICE '% row(s) changed', changed;\nEND ${0}$;\nCOMMIT;\n",
                     tag, update);
  }
};

std::optional<State> state_of(const Finding& finding) {
  for (const State state : {State::waiting, State::processing, State::failed_retryable, State::failed_final,
                            State::outcome_unknown, State::manual_review, State::succeeded})
    if (name_of(state) == finding.state) return state;
  return std::nullopt;
}

std::string in_a_comment(const Finding& finding) {
  std::string text =
      fmt::format("{}: key {}", discrepancy_classes()[finding.primary].id, finding.key.empty() ? "none" : finding.key);
  if (!finding.tenant.empty()) text += ", tenant " + finding.tenant;
  if (!finding.operation.empty()) text += ", operation " + finding.operation;
  for (std::size_t i = 0; i < finding.record_ids.size(); ++i)
    text += (i == 0 ? ", record " : " and ") + finding.record_ids[i];
  if (!finding.amount.empty()) text += ", " + format_money(finding.amount, finding.currency);
  if (!finding.other.empty()) text += " (" + finding.other + ")";
  return printable(text);
}

}  // namespace

std::string repair_statement(const RepairTarget& target, const Finding& finding) {
  const Writer sql{target};
  const std::optional<State> state = state_of(finding);
  // One key row, known by its key, in a state that was read from a column: else nothing can guard the change.
  if (finding.keys != 1 || finding.key.empty() || !sql.has(Role::key) || !sql.has(Role::state) ||
      target.keys.state_is_http || !state)
    return "";
  const std::string observed = sql.word(*state);
  const auto set_state = [&](State to) {
    return fmt::format("{} = {}", sql.column(Role::state), sql.dialect.text(sql.word(to)));
  };
  const auto back = [&](State from, const std::string& more) {
    return fmt::format("UPDATE {} SET {} = {}{} WHERE {} AND {}", target.table, sql.column(Role::state),
                       sql.dialect.text(observed), more, sql.which(finding), sql.one_of(from));
  };
  switch (discrepancy_classes()[finding.primary].repair) {
    case Repair::set_succeeded: {
      // Only one record can be the one that the key names.
      if (finding.records > 1 || (finding.records == 0 && finding.provider != 1)) return "";
      std::string set = set_state(State::succeeded);
      std::string undo;
      if (sql.has(Role::resource) && finding.record_ids.size() == 1 && finding.resource.empty()) {
        set += fmt::format(", {} = {}", sql.column(Role::resource), sql.dialect.text(finding.record_ids.front()));
        undo = fmt::format(", {} = NULL", sql.column(Role::resource));
      }
      if (sql.has(Role::provider_ref) && !finding.provider_ref.empty() && finding.provider > 0)
        set += fmt::format(", {0} = COALESCE({0}, {1})", sql.column(Role::provider_ref),
                           sql.dialect.text(finding.provider_ref));
      if (sql.has(Role::completed) && !target.sqlite)
        set += fmt::format(", {0} = COALESCE({0}, now())", sql.column(Role::completed));
      return sql.statement(set, sql.guard(finding, *state), back(State::succeeded, undo));
    }
    case Repair::set_retryable:
      if (*state != State::processing) return "";
      return sql.statement(set_state(State::failed_retryable), sql.guard(finding, *state),
                           back(State::failed_retryable, ""));
    case Repair::set_unknown:
      if (*state != State::processing) return "";  // it is unknown already: look it up
      return sql.statement(set_state(State::outcome_unknown), sql.guard(finding, *state),
                           back(State::outcome_unknown, ""));
    case Repair::set_expiry:
      if (target.sqlite || !sql.has(Role::expires) || finding.expires || !target.retention || !finding.created ||
          *state == State::processing)
        return "";
      return sql.statement(
          fmt::format("{} = {}", sql.column(Role::expires), sql.dialect.time(*finding.created + *target.retention)),
          sql.guard(finding, *state) + fmt::format(" AND {} IS NULL", sql.column(Role::expires)),
          fmt::format("UPDATE {} SET {} = NULL WHERE {}", target.table, sql.column(Role::expires), sql.which(finding)));
    case Repair::set_resource:
    case Repair::none:
      return "";
  }
  return "";
}

std::string repair_sql(const RepairTarget& target, const std::vector<Finding>& findings, Micros as_of) {
  std::string repairs;
  std::string work;
  std::size_t count = 0;
  std::map<std::string_view, std::string> by_class;
  for (const Finding& finding : findings) {
    const std::string statement = repair_statement(target, finding);
    if (statement.empty()) {
      by_class[discrepancy_classes()[finding.primary].id] += "--   " + in_a_comment(finding) + "\n";
      continue;
    }
    ++count;
    repairs += "\n-- " + in_a_comment(finding) + "\n" + statement;
  }
  for (const auto& [id, lines] : by_class)
    work += fmt::format("-- {}: {}\n{}", id, discrepancy_classes()[class_named(id).value()].remedy, lines);
  std::string out = fmt::format(
      "-- Repairs for what was observed as of {}. Written by idem reconcile, never run by it.\n"
      "-- Each statement stands in a transaction of its own and changes one row or, once the data has moved on, none.\n"
      "-- {} statement{}; read them, then run this file with {}.\n",
      format_time(as_of), count, count == 1 ? "" : "s",
      target.sqlite ? "sqlite3 DATABASE < FILE" : "psql -v ON_ERROR_STOP=1 -f FILE");
  const std::int64_t minutes = target.zone_offset_seconds / 60;
  if (count > 0 && !target.sqlite)  // what the values were read with
    out += fmt::format("SET TIME ZONE INTERVAL '{}{:02}:{:02}' HOUR TO MINUTE;\n", minutes < 0 ? '-' : '+',
                       std::abs(minutes) / 60, std::abs(minutes) % 60);
  out += repairs;
  if (!work.empty()) out += "\n-- To be decided by a person; no statement is safe:\n" + work;
  return out;
}

}  // namespace idem::books
