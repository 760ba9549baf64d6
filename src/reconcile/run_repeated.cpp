// The end of a merge of two servers: groups that agreed and were dropped, but whose intention occurs again under
// another link. A filter has told which intentions that may be; the server says which it is, and gives the rows once
// more.
#include "reconcile/run_state.hpp"

namespace idem::books {

// A side once more, in order: only the rows of `links`, or those of the store's repeated links where `links` is empty
// because they are too many to send.
Result<OrderedRows> Run::rows_again(OpenSource& server, Side side, const std::vector<std::string>& links,
                                    Store& store) {
  const auto at = static_cast<std::size_t>(side);
  ServerStream stream;
  stream.connection = server.connection;
  Mapping mapping = mapping_of(server);
  stream.select = raw_select(server.server, side, mapping, m_plan, true, links);
  stream.canonical = std::make_shared<Canonical>(
      side, mapping, ReadingRules{m_request.zone_offset_seconds, m_request.currency, words_of(server)});
  stream.name = m_report.sources[at].front();
  Result<OrderedRows> all = start_ordered(stream);
  if (!all || !links.empty()) return all;
  Result<OrderedLinks> repeated = store.repeated();
  if (!repeated) return repeated.error();
  struct Place {
    std::string link;
    bool open = true;
    bool begun = false;
  };
  return OrderedRows([rows = std::move(*all), wanted = std::move(*repeated), place = std::make_shared<Place>(),
                      role = m_plan.link_role(side)](Row& row) -> Result<bool> {
    for (;;) {  // to the end of the rows, so that the connection is at rest
      Result<bool> got = rows(row);
      if (!got || !*got) return got;
      const Cell& link = row[role];
      if (link.is_null()) continue;
      while (place->open && (!place->begun || std::string_view(place->link) < link.bytes)) {
        std::string_view next;
        const Result<bool> more = wanted(next);
        if (!more) return more.error();
        place->begun = true;
        place->open = *more;
        if (*more) place->link.assign(next);
      }
      if (place->open && place->link == link.bytes) return true;
    }
  });
}

Result<void> Run::keep_repeated(Store& store, const std::array<OpenSource*, 2>& servers, MergeResult& merged) {
  const std::unique_ptr<SeenIntentions> seen = std::move(m_seen);
  if (seen->candidates().empty()) return {};
  const Side teller = m_plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  OpenSource& tells = *servers[static_cast<std::size_t>(teller)];
  static const std::vector<std::string> kAll;
  const auto found = find_repeated(*tells.connection, tells.server, teller, mapping_of(tells), m_plan, store,
                                   seen->overflowed() ? kAll : seen->candidates());
  if (!found) return found.error().with_context(m_report.sources[static_cast<std::size_t>(teller)].front());
  if (*found == 0) return {};

  // Few links are asked for by name, many by reading the sides again.
  static constexpr std::int64_t kMostLinks = 20'000;
  std::vector<std::string> links;
  if (*found <= kMostLinks) {
    Result<OrderedLinks> repeated = store.repeated();
    if (!repeated) return repeated.error();
    std::size_t text = 0;
    std::string_view link;
    for (;;) {
      const Result<bool> got = (*repeated)(link);
      if (!got) return got.error();
      if (!*got) break;
      links.emplace_back(link);
      text += link.size();
    }
    if (text > SeenIntentions::kMostText) links.clear();
  }
  std::array<OrderedRows, 2> rows;
  for (const Side side : {Side::keys, Side::records}) {
    const auto at = static_cast<std::size_t>(side);
    Result<OrderedRows> again = rows_again(*servers[at], side, links, store);
    if (!again) return again.error();
    rows[at] = std::move(*again);
  }
  Result<OrderedLinks> repeated = store.repeated();
  if (!repeated) return repeated.error();
  const Result<MergeResult> again = merge(
      m_plan, rows[0], rows[1], *repeated,
      [&](const Group& group) -> Result<void> {
        if (!group.agrees) return {};  // kept already
        --merged.matched.groups;
        --merged.matched.keys;
        --merged.matched.records;
        ++merged.suspects;
        return store.add_suspect(group);
      },
      [](std::int64_t) {});
  if (!again) return again.error();
  return {};
}

}  // namespace idem::books
