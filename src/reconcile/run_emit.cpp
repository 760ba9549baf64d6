// --emit-sql: the statement instead of its answers.
#include "reconcile/run_state.hpp"

#include "reconcile/emit_sql.hpp"
#include "reconcile/sql_template.hpp"

#include <fmt/core.h>

namespace idem::books {

Result<void> Run::emit() {
  const OpenSource* keys = only(Side::keys);
  const OpenSource* records = only(Side::records);
  if (keys == nullptr || records == nullptr || !m_plan.can_drop_agreeing())
    return Error{ErrorKind::usage, "--emit-sql compares one source of keys with one of records; leave the others out"};
  if (m_push && m_request.emit->kind == Dialect::postgres) return push_down();
  std::array<WarehouseTable, 2> tables;
  for (const OpenSource* source : {keys, records}) {
    const auto at = static_cast<std::size_t>(source->side);
    const SourceSpec& spec = m_request.sources[at].front();
    WarehouseTable& table = tables[at];
    std::string name = spec.table;
    if (name.empty() && source->reader != nullptr) name = source->reader->table();
    if (name.empty() && spec.query.empty() && source->connection == nullptr) {
      name = spec.location.substr(spec.location.find_last_of('/') + 1);  // "keys.csv" shows the columns of "keys"
      name = name.substr(0, name.find('.'));
    }
    table.relation = !spec.query.empty() ? "(" + spec.query + ") q"
                     : name.empty()      ? source->server.relation
                                         : m_request.emit->relation(name);
    table.where = spec.where.empty() ? "" : "(" + spec.where + ")";
    table.states = words_of(*source);
  }
  std::string lacks;  // what is not read cannot be learned: how long keys live, for one
  for (const DiscrepancyClass& about : discrepancy_classes())
    if (const std::string need = lacking(m_plan, about); !need.empty())
      lacks += fmt::format("--   {} (no {})\n", about.id, need);
  m_report.sql = (lacks.empty() ? "" : "-- Not judged by this statement:\n" + lacks) +
                 warehouse_sql(m_plan, *m_request.emit, tables, m_request.currency);
  return {};
}

}  // namespace idem::books
