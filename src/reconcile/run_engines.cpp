// The three engines.
#include "reconcile/run_state.hpp"

#include "base/resources.hpp"
#include "reconcile/ghosts.hpp"
#include "reconcile/shards.hpp"
#include "reconcile/sql_template.hpp"

namespace idem::books {

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
  if (const auto begun = store.begin_side(m_plan, side); !begun) return begun.error();
  for (OpenSource& source : m_sources) {
    if (source.side != side) continue;
    Mapping mapping = mapping_of(source);
    if (source.connection != nullptr) {
      const RawSelect select = raw_select(source.server, side, mapping, m_plan, false);
      if (const auto started = source.connection->start(select.sql, select.kinds); !started) return started.error();
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

// Sets the servers to work at the same time. Which intentions occur again is told afterwards (keep_repeated()) or,
// where that would not do, by the server beforehand.
Result<void> Run::start_servers(Store& store, const std::array<OpenSource*, 2>& servers,
                                std::array<ServerStream, 2>& streams, std::array<OrderedRows, 2>& rows) {
  if (servers[0] != nullptr && servers[1] != nullptr && servers[0]->connection == servers[1]->connection) {
    auto second = same_snapshot(*servers[0]->connection, servers[0]->server.url, m_request.statement_timeout,
                                m_request.zone_offset_seconds);
    if (!second) return second.error();
    servers[1]->connection = *second;
  }
  const Side teller = m_plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  const Side other = teller == Side::records ? Side::keys : Side::records;
  const OpenSource* tells = servers[static_cast<std::size_t>(teller)];
  if (servers[0] != nullptr && servers[1] != nullptr && m_plan.settings.shards == 1 && m_plan.can_drop_agreeing() &&
      m_plan.has(teller, Role::business) && tells->server.rows_about <= SeenIntentions::kMostValues)
    m_seen = std::make_unique<SeenIntentions>();
  for (const Side side : {other, teller}) {
    const auto at = static_cast<std::size_t>(side);
    OpenSource* server = servers[at];
    if (server == nullptr) continue;
    Mapping mapping = mapping_of(*server);
    if (side == teller && m_seen == nullptr)
      if (const auto found = find_repeated(*server->connection, server->server, side, mapping, m_plan, store); !found)
        return found.error().with_context(m_report.sources[at].front());
    ServerStream& stream = streams[at];
    stream.connection = server->connection;
    stream.select = raw_select(server->server, side, mapping, m_plan, true);
    stream.canonical = std::make_shared<Canonical>(
        side, mapping, ReadingRules{m_request.zone_offset_seconds, m_request.currency, words_of(*server)});
    stream.name = m_report.sources[at].front();
    Result<OrderedRows> ordered = start_ordered(stream);
    if (!ordered) return ordered.error();
    rows[at] = std::move(*ordered);
  }
  if (m_seen == nullptr) return {};
  OrderedRows& told = rows[static_cast<std::size_t>(teller)];
  told = [rows_of_it = std::move(told), seen = m_seen.get()](Row& row) {
    Result<bool> got = rows_of_it(row);
    if (got && *got && !row[Role::business].is_null()) seen->see(row[Role::business].bytes);
    return got;
  };
  return {};
}

Result<void> Run::merge_sides() {
  std::array<OpenSource*, 2> servers{};
  for (const Side side : {Side::keys, Side::records})
    if (OpenSource* source = only(side); source != nullptr && source->connection != nullptr)
      servers[static_cast<std::size_t>(side)] = source;
  const bool loads = servers[0] == nullptr || servers[1] == nullptr || !m_plan.can_drop_agreeing();
  Result<Store> store = Store::open(loads ? kLoadCache : kMergeCache);
  if (!store) return store.error();
  for (const Side side : kAllSides)
    if (m_plan.has(side) &&
        (side > Side::records ? m_request.part_file.empty() : servers[static_cast<std::size_t>(side)] == nullptr))
      if (const auto loaded = load_side(*store, side); !loaded) return loaded.error();

  std::array<OrderedRows, 2> rows;
  std::array<ServerStream, 2> streams;
  if (const auto started = start_servers(*store, servers, streams, rows); !started) return started.error();
  for (const Side side : {Side::keys, Side::records}) {
    const auto at = static_cast<std::size_t>(side);
    if (servers[at] != nullptr) continue;
    Result<OrderedRows> ordered = store->ordered(m_plan, side);
    if (!ordered) return ordered.error();
    rows[at] = only_shard(m_plan, side, std::move(*ordered));
  }
  const Side intentions = m_plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  Result<OrderedLinks> forced = servers[static_cast<std::size_t>(intentions)] != nullptr
                                    ? store->repeated()
                                    : store->repeated_intentions(m_plan, intentions);
  if (!forced) return forced.error();
  if (const auto begun = store->begin_suspects(); !begun) return begun.error();
  m_request.progress("comparing", 0, 0);
  const std::int64_t all = servers[0] == nullptr && servers[1] == nullptr ? m_report.rows[0] + m_report.rows[1] : 0;
  Result<MergeResult> merged = merge(
      m_plan, rows[0], rows[1], *forced, [&](const Group& group) { return store->add_suspect(group); },
      [&](std::int64_t rows_done) {
        m_request.progress("comparing", rows_done,
                           all > 0 ? static_cast<double>(rows_done) / static_cast<double>(all) : 0);
      });
  if (!merged) return merged.error();
  if (m_seen != nullptr)
    if (const auto kept = keep_repeated(*store, servers, *merged); !kept) return kept;
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
  if (const auto ended = store->end_suspects(servers[1] == nullptr); !ended) return ended.error();
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
  if (const auto judged = store.classify(m_plan, take); !judged) return judged.error();
  if (m_plan.has(Side::provider))
    if (const auto judged = store.provider_only(m_plan, take); !judged) return judged.error();
  return m_plan.has(Side::executions) ? measure_ghosts(store, m_report) : Result<void>();
}

}  // namespace idem::books
