// Shards: each worker leaves its suspects in a file, the last step judges those of all.
#include "reconcile/run_state.hpp"

#include "reconcile/shards.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

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
  if (const auto begun = store->begin_suspects(); !begun) return begun.error();
  m_request.progress("comparing", m_report.rows[0] + m_report.rows[1], 0);
  MergeResult merged;
  if (const auto collected = collect_shard(*records.connection, shard_sql(m_plan, sides), merged,
                                           [&](const Group& group) { return store->add_suspect(group); });
      !collected)
    return collected;
  if (const auto ended = store->end_suspects(false); !ended) return ended.error();
  if (const auto found = find_elsewhere(*records.connection, records.server, mapping_of(records), *store); !found)
    return found.error();
  return leave_part(*store, merged);
}

Result<void> Run::join_parts() {
  Result<Store> store = Store::open(kLoadCache);
  if (!store) return store.error();
  for (const Side side : {Side::provider, Side::events, Side::executions})
    if (m_plan.has(side))
      if (const auto loaded = load_side(*store, side); !loaded) return loaded.error();
  if (const auto begun = store->begin_suspects(); !begun) return begun.error();
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
  if (const auto ended = store->end_suspects(false); !ended) return ended.error();
  return judge(*store);
}

}  // namespace idem::books
