// The whole of a run: open every source, map its columns, decide how the sides meet, bring them together with the
// engine that fits, ask the questions, tabulate the answers. Three engines give the same answers:
//   pushed down   keys and records in one PostgreSQL database: one statement in one snapshot, the server does the work
//   merged        a server gives a side in the order of its link: one pass over both, constant memory
//   embedded      files, SQLite, Redis: loaded into a temporary SQLite database, then merged from there
// The last two keep only suspects, and ask the questions of sql/reconcile/classify.sql about them.
#include "reconcile/run.hpp"

#include "reconcile/run_state.hpp"
#include "reconcile/sql_template.hpp"

namespace idem::books {

StateWords Run::words_of(const OpenSource& source) const {
  StateWords words = builtin_layouts().states;
  const SourceSpec& spec = m_request.sources[static_cast<std::size_t>(source.side)][source.number];
  for (const auto& [word, state] : spec.states) words[word] = state;
  return words;
}

OpenSource* Run::only(Side side) {
  OpenSource* found = nullptr;
  for (OpenSource& source : m_sources) {
    if (source.side != side) continue;
    if (found != nullptr) return nullptr;
    found = &source;
  }
  return found;
}

void Run::see(const Tally& tally) {
  m_any_expiry = m_any_expiry || tally.any_expiry;
  if (tally.longest_retention && (!m_plan.longest_retention || *tally.longest_retention > *m_plan.longest_retention))
    m_plan.longest_retention = tally.longest_retention;
}

void Run::count(Neutral neutral, const Dropped& dropped) {
  Count& count = m_report.neutrals[static_cast<std::size_t>(neutral)];
  count.groups += dropped.groups;
  count.keys += dropped.keys;
  count.records += dropped.records;
}

Result<void> Run::open_server(const SourceSpec& spec, OpenSource& source) {
  auto& connection = m_connections[spec.location];
  if (connection == nullptr) {
    Result<CopyStream> opened = CopyStream::open(spec.location);
    if (!opened) return opened.error().with_context(shown_name({spec.location, "", "", "", {}, {}}));
    connection = std::make_shared<CopyStream>(std::move(*opened));
    if (const auto begun = begin_snapshot(*connection, m_request.statement_timeout, m_request.zone_offset_seconds);
        !begun)
      return begun.error();
  }
  source.connection = connection;
  Result<PostgresSide> server = look_at(*connection, spec, source.side);
  if (!server) return server.error();
  source.server = std::move(*server);
  return {};
}

Result<void> Run::open_sources() {
  m_bad.allowed = m_request.max_bad;
  std::array<std::vector<Mapping>, kSides> mappings;
  for (const Side side : kAllSides) {
    const auto at = static_cast<std::size_t>(side);
    for (std::size_t i = 0; i < m_request.sources[at].size(); ++i) {
      const SourceSpec& spec = m_request.sources[at][i];
      m_report.sources[at].push_back(shown_name(spec));
      OpenSource source{side, i, nullptr, nullptr, {}};
      if (is_postgres(spec.location)) {
        if (const auto opened = open_server(spec, source); !opened) return opened.error();
      } else {
        // For --emit-sql a file only shows the columns; the table is one of the warehouse.
        SourceSpec opened = spec;
        if (m_request.emit && !is_sqlite(spec.location)) opened.table = opened.query = opened.where = "";
        Result<std::unique_ptr<RowReader>> reader = open_rows(opened, side, m_bad);
        if (!reader) return reader.error();
        source.reader = std::move(*reader);
      }
      Result<Mapping> mapping = map_columns(side, source.connection ? source.server.columns : source.reader->columns(),
                                            spec.columns, builtin_layouts());
      if (!mapping) return mapping.error().with_context(shown_name(spec));
      mappings[at].push_back(std::move(*mapping));
      m_sources.push_back(std::move(source));
    }
  }
  Result<Plan> plan = make_plan(m_request.settings, std::move(mappings));
  if (!plan) return plan.error();
  m_plan = std::move(*plan);
  m_plan.currency_by_default = !m_request.currency.empty();

  const OpenSource* keys = only(Side::keys);
  const OpenSource* records = only(Side::records);
  m_push = keys != nullptr && records != nullptr && keys->connection != nullptr &&
           keys->connection == records->connection && m_plan.can_drop_agreeing() && !m_request.never_push_down;
  if (!m_push) return {};
  for (OpenSource& source : m_sources)
    if (const auto looked = look_at_states(*source.connection, source.server, mapping_of(source), words_of(source));
        !looked)
      return looked;
  m_push = can_push_down(keys->server, mapping_of(*keys)) && can_push_down(records->server, mapping_of(*records));
  return {};
}

Result<Report> Run::whole() {
  if (const auto opened = open_sources(); !opened) return opened.error();
  if (const OpenSource* keys = only(Side::keys)) {
    const SourceSpec& spec = m_request.sources[0].front();
    m_report.keys_in_sqlite = is_sqlite(spec.location);
    if (m_report.keys_in_sqlite && keys->reader != nullptr && !keys->reader->table().empty())
      m_report.keys_relation = Dialect{Dialect::sqlite}.ident(keys->reader->table());
    if (keys->connection != nullptr && spec.query.empty()) m_report.keys_relation = keys->server.relation;
  }
  const auto compared = m_request.emit             ? emit()
                        : !m_request.parts.empty() ? join_parts()
                        : m_push                   ? push_down()
                                                   : merge_sides();
  if (!compared) return compared.error();
  m_report.engine = m_push ? "pushed down" : "merged";
  for (const DiscrepancyClass& about : discrepancy_classes())
    if (std::string need = lacking(m_plan, about); !need.empty())
      m_report.not_judged.emplace_back(about.id, std::move(need));
  if (!m_plan.has(Side::executions)) m_report.not_judged.emplace_back("ghost measure", "executions");
  m_report.notes = m_plan.notes;
  m_report.bad_rows = static_cast<std::int64_t>(m_bad.count);
  m_report.bad_examples = m_bad.first;
  m_report.plan = std::move(m_plan);
  return std::move(m_report);
}

Result<SourceColumns> columns_of(const Request& request, const SourceSpec& spec, Side side) {
  if (!is_postgres(spec.location)) {
    BadRows bad;
    bad.allowed = UINT64_MAX;
    const Result<std::unique_ptr<RowReader>> reader = open_rows(spec, side, bad);
    if (!reader) return reader.error();
    return SourceColumns{(*reader)->columns()};
  }
  Result<CopyStream> server = CopyStream::open(spec.location);
  if (!server) return server.error().with_context(shown_name(spec));
  if (const auto begun = begin_snapshot(*server, request.statement_timeout, request.zone_offset_seconds); !begun)
    return begun.error();
  Result<PostgresSide> found = look_at(*server, spec, side);
  if (!found) return found.error();
  return SourceColumns{found->columns};
}

Result<Report> reconcile(const Request& request, const std::function<Result<void>(const Finding&)>& on_finding) {
  return Run(request, on_finding).whole();
}

}  // namespace idem::books
