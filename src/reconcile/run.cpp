// The whole of a run: open every source, map its columns, decide how the sides meet, bring them together with the
// engine that fits, ask the questions, tabulate the answers. Three engines give the same answers:
//   pushed down   keys and records in one PostgreSQL database: one statement in one snapshot, the server does the work
//   merged        a server gives a side in the order of its link: one pass over both, constant memory
//   embedded      files, SQLite, Redis: loaded into a temporary SQLite database, then merged from there
// The last two keep only suspects, and ask the questions of sql/reconcile/classify.sql about them.
#include "reconcile/run.hpp"

#include "base/resources.hpp"
#include "reconcile/emit_sql.hpp"
#include "reconcile/ghosts.hpp"
#include "reconcile/pushed_down.hpp"
#include "reconcile/server_streams.hpp"
#include "reconcile/shards.hpp"
#include "reconcile/sql_template.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

namespace {

constexpr int kMergeCache = 8192;  // KiB; a merge of two servers stays under 64 MB in all
constexpr int kLoadCache = 65536;

struct OpenSource {
  Side side;
  std::size_t number;                      // among the side's sources
  std::unique_ptr<RowReader> reader;       // of what is read row by row
  std::shared_ptr<CopyStream> connection;  // of PostgreSQL
  PostgresSide server;
};

class Run {
 public:
  Run(const Request& request, const std::function<Result<void>(const Finding&)>& on_finding)
      : m_request(request), m_on_finding(on_finding) {}
  Result<Report> whole();

 private:
  Result<void> open_sources();
  Result<void> open_server(const SourceSpec& spec, OpenSource& source);
  Result<void> push_down();
  Result<void> merge_sides();
  Result<void> load_side(Store& store, Side side);
  Result<void> judge(Store& store);
  Result<void> leave_part(Store& store, const MergeResult& merged);
  Result<void> join_parts();
  Result<void> push_down_shard(const PushedDown& sides);
  Result<void> emit();
  void see(const Tally& tally);
  void count(Neutral neutral, const Dropped& dropped);

  OpenSource* only(Side side);
  StateWords words_of(const OpenSource& source) const;
  Mapping& mapping_of(const OpenSource& source) {
    return m_plan.mappings[static_cast<std::size_t>(source.side)][source.number];
  }

  const Request& m_request;
  const std::function<Result<void>(const Finding&)>& m_on_finding;
  Report m_report;
  BadRows m_bad;
  std::vector<OpenSource> m_sources;
  std::map<std::string, std::shared_ptr<CopyStream>> m_connections;
  Plan m_plan;
  bool m_push = false;
  bool m_any_expiry = false;
};

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

// Opens everything before reading anything: a wrong name should not cost a minute.
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
        if (const auto opened = open_server(spec, source); !opened) return opened;
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

Result<void> Run::push_down() {
  OpenSource& keys = *only(Side::keys);
  OpenSource& records = *only(Side::records);
  CopyStream& server = *keys.connection;
  PushedDown sides;
  sides.keys = canonical_select(keys.server, Side::keys, mapping_of(keys), m_plan, m_request.currency);
  sides.records = canonical_select(records.server, Side::records, mapping_of(records), m_plan, m_request.currency);
  see_uniqueness(m_plan, Side::keys, keys.server, mapping_of(keys), sides.keys_unique, sides.keys_have_null_links);
  see_uniqueness(m_plan, Side::records, records.server, mapping_of(records), sides.records_unique,
                 sides.records_have_null_links);

  // Rows by a count of their own, so that the sum of what was judged can be held against it.
  const bool lives = m_plan.has(Side::keys, Role::expires) && m_plan.has(Side::keys, Role::created);
  m_request.progress("counting", 0, 0);
  const auto counted =
      server.query(fill_sql(resource("sql/reconcile/totals.sql"),
                            {{"key_rows", rows_of_shard(m_plan, sides.keys)},
                             {"record_rows", rows_of_shard(m_plan, sides.records)},
                             {"expiries", m_plan.has(Side::keys, Role::expires) ? "count(expires)" : "0"},
                             {"longest_life", lives ? "max(CASE WHEN expires >= created THEN expires - created END)"
                                                    : "CAST(NULL AS interval)"}}));
  if (!counted) return counted.error();
  const auto& line = counted->front();
  m_report.rows[0] = std::stoll(line[1].value_or("0"));
  m_report.rows[1] = std::stoll(line[0].value_or("0"));
  m_plan.has_expiries = line[2].value_or("0") != "0";
  if (line[3]) m_plan.longest_retention = std::stoll(*line[3]);

  for (const auto& [word, state] : keys.server.states)
    m_report.key_words[static_cast<std::size_t>(state)].push_back(word);
  if (m_request.emit) {
    m_report.sql = pushed_down_sql(m_plan, sides);
    return {};
  }
  if (!m_request.part_file.empty()) return push_down_shard(sides);
  m_request.progress("comparing", m_report.rows[0] + m_report.rows[1], 0);
  MergeResult merged;
  Tabulator tabulator(m_report, m_request.samples, m_on_finding, m_request.confirmed);
  if (const auto judged = judge_pushed_down(server, pushed_down_sql(m_plan, sides), merged,
                                            [&](const Answer& answer) { return tabulator.take(answer); });
      !judged)
    return judged;
  count(Neutral::matched, merged.matched);
  count(Neutral::outside_window, merged.outside);
  return {};
}

Result<void> Run::load_side(Store& store, Side side) {
  const auto at = static_cast<std::size_t>(side);
  if (const auto begun = store.begin_side(m_plan, side); !begun) return begun;
  for (OpenSource& source : m_sources) {
    if (source.side != side) continue;
    Mapping mapping = mapping_of(source);
    if (source.connection != nullptr) {
      const std::string select = raw_select(source.server, side, mapping, m_plan, false);
      if (const auto started = source.connection->start(select); !started) return started;
      source.reader = copy_reader(source.connection, mapping.columns, m_report.sources[at][source.number]);
    }
    Canonical canonical(side, mapping, {m_request.zone_offset_seconds, m_request.currency, words_of(source)});
    const Result<Tally> tally =
        store.load(m_plan, side, *source.reader, canonical, static_cast<std::int64_t>(source.number),
                   [&](std::int64_t rows) { m_request.progress(name_of(side), rows, source.reader->done()); });
    if (!tally) return tally.error();  // readers say where they were
    source.reader.reset();
    m_report.rows[at] += tally->rows;
    if (side == Side::keys) see(*tally);
    if (side == Side::keys) m_report.key_words = canonical.words();
  }
  return {};
}

Result<void> Run::merge_sides() {
  OpenSource* servers[2] = {nullptr, nullptr};
  for (const Side side : {Side::keys, Side::records})
    if (OpenSource* source = only(side); source != nullptr && source->connection != nullptr)
      servers[static_cast<std::size_t>(side)] = source;
  const bool loads = servers[0] == nullptr || servers[1] == nullptr || !m_plan.can_drop_agreeing();
  Result<Store> store = Store::open(loads ? kLoadCache : kMergeCache);
  if (!store) return store.error();
  for (const Side side : kAllSides)
    if (m_plan.has(side) &&
        (side > Side::records ? m_request.part_file.empty() : servers[static_cast<std::size_t>(side)] == nullptr))
      if (const auto loaded = load_side(*store, side); !loaded) return loaded;

  // What the servers are asked before their rows flow.
  const Side intentions = m_plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  OpenSource* teller = servers[static_cast<std::size_t>(intentions)];
  if (teller != nullptr)
    if (const auto found =
            find_repeated(*teller->connection, teller->server, intentions, mapping_of(*teller), m_plan, *store);
        !found)
      return found;
  if (servers[0] != nullptr && servers[1] != nullptr && servers[0]->connection == servers[1]->connection) {
    auto second = same_snapshot(*servers[0]->connection, servers[0]->server.url, m_request.statement_timeout,
                                m_request.zone_offset_seconds);
    if (!second) return second.error();
    servers[1]->connection = *second;
  }
  OrderedRows rows[2];
  ServerStream streams[2];
  for (const Side side : {Side::keys, Side::records}) {
    const auto at = static_cast<std::size_t>(side);
    if (servers[at] == nullptr) {
      Result<OrderedRows> ordered = store->ordered(m_plan, side);
      if (!ordered) return ordered.error();
      rows[at] = only_shard(m_plan, side, std::move(*ordered));
      continue;
    }
    Mapping mapping = mapping_of(*servers[at]);
    streams[at].connection = servers[at]->connection;
    streams[at].select = raw_select(servers[at]->server, side, mapping, m_plan, true);
    streams[at].canonical = std::make_shared<Canonical>(
        side, mapping, ReadingRules{m_request.zone_offset_seconds, m_request.currency, words_of(*servers[at])});
    Result<OrderedRows> ordered = start_ordered(streams[at]);
    if (!ordered) return ordered.error().with_context(m_report.sources[at].front());
    rows[at] = std::move(*ordered);
  }
  Result<OrderedLinks> forced = teller != nullptr ? store->repeated() : store->repeated_intentions(m_plan, intentions);
  if (!forced) return forced.error();
  if (const auto begun = store->begin_suspects(); !begun) return begun;
  m_request.progress("comparing", 0, 0);
  const std::int64_t all = servers[0] == nullptr && servers[1] == nullptr ? m_report.rows[0] + m_report.rows[1] : 0;
  const Result<MergeResult> merged = merge(
      m_plan, rows[0], rows[1], *forced, [&](const Group& group) { return store->add_suspect(group); },
      [&](std::int64_t rows_done) {
        m_request.progress("comparing", rows_done,
                           all > 0 ? static_cast<double>(rows_done) / static_cast<double>(all) : 0);
      });
  if (!merged) return merged.error();
  for (const Side side : {Side::keys, Side::records}) {
    const auto at = static_cast<std::size_t>(side);
    if (servers[at] != nullptr) m_report.rows[at] = streams[at].tally->rows;
    if (servers[at] == nullptr && m_plan.settings.shards > 1)
      m_report.rows[at] = side == Side::keys ? merged->keys : merged->records;
  }
  if (servers[0] != nullptr) {
    see(*streams[0].tally);
    m_report.key_words = streams[0].canonical->words();
  }
  m_plan.has_expiries = m_any_expiry;
  if (const auto ended = store->end_suspects(servers[1] == nullptr); !ended) return ended;
  if (servers[1] != nullptr)
    if (const auto found = find_elsewhere(*servers[1]->connection, servers[1]->server, mapping_of(*servers[1]), *store);
        !found)
      return found;
  if (!m_request.part_file.empty()) return leave_part(*store, *merged);
  count(Neutral::matched, merged->matched);
  count(Neutral::outside_window, merged->outside);
  return judge(*store);
}

Result<void> Run::judge(Store& store) {
  m_request.progress("judging", m_report.rows[0] + m_report.rows[1], 0);
  Tabulator tabulator(m_report, m_request.samples, m_on_finding, m_request.confirmed);
  const OnAnswer take = [&](const Answer& answer) { return tabulator.take(answer); };
  if (const auto judged = store.classify(m_plan, take); !judged) return judged;
  if (m_plan.has(Side::provider))
    if (const auto judged = store.provider_only(m_plan, take); !judged) return judged;
  return m_plan.has(Side::executions) ? measure_ghosts(store, m_report) : Result<void>();
}

// ---- shards: each worker leaves its suspects in a file, the last step judges those of all --------------------------

Result<void> Run::leave_part(Store& store, const MergeResult& merged) {
  ShardPart part;
  part.shards = m_plan.settings.shards;
  part.shard = m_plan.settings.shard;
  part.plan = plan_digest(m_plan);
  part.keys = m_report.rows[0];
  part.records = m_report.rows[1];
  part.matched = merged.matched;
  part.outside = merged.outside;
  part.any_expiry = m_plan.has_expiries;
  part.longest_retention = m_plan.longest_retention;
  part.words = m_report.key_words;
  part.bad_rows = m_bad.count;
  part.bad_examples = m_bad.first;
  m_report.suspects = merged.suspects;
  return write_part(store, part, m_request.part_file);
}

Result<void> Run::push_down_shard(const PushedDown& sides) {
  OpenSource& records = *only(Side::records);
  Result<Store> store = Store::open(kMergeCache);
  if (!store) return store.error();
  if (const auto begun = store->begin_suspects(); !begun) return begun;
  m_request.progress("comparing", m_report.rows[0] + m_report.rows[1], 0);
  MergeResult merged;
  if (const auto collected = collect_shard(*records.connection, shard_sql(m_plan, sides), merged,
                                           [&](const Group& group) { return store->add_suspect(group); });
      !collected)
    return collected;
  if (const auto ended = store->end_suspects(false); !ended) return ended;
  if (const auto found = find_elsewhere(*records.connection, records.server, mapping_of(records), *store); !found)
    return found;
  return leave_part(*store, merged);
}

Result<void> Run::join_parts() {
  Result<Store> store = Store::open(kLoadCache);
  if (!store) return store.error();
  for (const Side side : {Side::provider, Side::events, Side::executions})
    if (m_plan.has(side))
      if (const auto loaded = load_side(*store, side); !loaded) return loaded;
  if (const auto begun = store->begin_suspects(); !begun) return begun;
  const std::string digest = plan_digest(m_plan);
  std::vector<bool> seen(m_request.parts.size(), false);
  m_plan.has_expiries = false;
  for (const std::string& path : m_request.parts) {
    const Result<ShardPart> part = add_part(*store, path);
    if (!part) return part.error();
    if (part->plan != digest)
      return Error{ErrorKind::usage, path +
                                         ": made with other columns or settings than are given now; the parts and "
                                         "the joining run need the same options, --as-of too"};
    if (part->shards != m_request.parts.size() || part->shard >= part->shards || seen[part->shard])
      return Error{ErrorKind::usage,
                   fmt::format("{}: shard {} of {}, but {} parts are given: each of the {} is needed "
                               "once",
                               path, part->shard, part->shards, m_request.parts.size(), part->shards)};
    seen[part->shard] = true;
    m_report.rows[0] += part->keys;
    m_report.rows[1] += part->records;
    count(Neutral::matched, part->matched);
    count(Neutral::outside_window, part->outside);
    m_plan.has_expiries = m_plan.has_expiries || part->any_expiry;
    if (part->longest_retention && (!m_plan.longest_retention || *part->longest_retention > *m_plan.longest_retention))
      m_plan.longest_retention = part->longest_retention;
    for (std::size_t i = 0; i < m_report.key_words.size(); ++i)
      for (const std::string& word : part->words[i])
        if (auto& words = m_report.key_words[i]; std::find(words.begin(), words.end(), word) == words.end())
          words.push_back(word);
    m_bad.count += part->bad_rows;
    for (const std::string& example : part->bad_examples)
      if (m_bad.first.size() < 5) m_bad.first.push_back(example);
  }
  if (const auto ended = store->end_suspects(false); !ended) return ended;
  return judge(*store);
}

// ---- --emit-sql ----------------------------------------------------------------------------------------------------

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

}  // namespace

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
