#include "reconcile/server_streams.hpp"

#include "base/resources.hpp"
#include "reconcile/sql_template.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

Result<std::shared_ptr<CopyStream>> same_snapshot(CopyStream& first, const std::string& url, Micros statement_timeout,
                                                  std::int64_t zone_offset_seconds) {
  const auto snapshot = first.query("SELECT pg_export_snapshot()");
  if (!snapshot) return snapshot.error();
  Result<CopyStream> opened = CopyStream::open(url);
  if (!opened) return opened.error();
  auto stream = std::make_shared<CopyStream>(std::move(*opened));
  if (const auto begun =
          begin_snapshot(*stream, statement_timeout, zone_offset_seconds, snapshot->front()[0].value_or(""));
      !begun)
    return begun.error();
  return stream;
}

Result<OrderedRows> start_ordered(ServerStream& stream) {
  if (const auto started = stream.connection->start(stream.select.sql, stream.select.kinds); !started)
    return started.error();
  auto raw = std::make_shared<RawRow>();
  return OrderedRows([connection = stream.connection, canonical = stream.canonical, tally = stream.tally,
                      name = stream.name, raw](Row& row) -> Result<bool> {
    Result<bool> got = connection->next(*raw);
    if (!got) return got.error().with_context(name);
    if (!*got) return got;
    canonical->convert(*raw, row);
    tally->see(row);
    return true;
  });
}

Result<std::int64_t> find_repeated(CopyStream& connection, const PostgresSide& side, Side which, const Mapping& mapping,
                                   const Plan& plan, Store& store, const std::vector<std::string>& among) {
  if (!plan.has(which, Role::business)) return 0;
  std::string rows = canonical_select(side, which, mapping, plan, "");
  if (!among.empty())
    rows += (side.where.empty() ? " WHERE " : " AND ") + in_texts(side, mapping, Role::business, among);
  const SqlValues values = {{"rows", fmt::format("({}) rows", rows)}, {"link", "link"}};
  if (const auto started = connection.start(fill_sql(resource("sql/reconcile/repeated_intentions.sql"), values));
      !started)
    return started.error();
  RawRow row;
  for (std::int64_t count = 0;; ++count) {
    const Result<bool> got = connection.next(row);
    if (!got) return got.error();
    if (!*got) return count;
    if (const auto added = store.add_repeated(row[0].text); !added) return added.error();
  }
}

Result<void> find_elsewhere(CopyStream& connection, const PostgresSide& side, const Mapping& mapping, Store& store) {
  if (!mapping.has(Role::id)) return {};
  const auto at = static_cast<std::size_t>(mapping[Role::id]);
  const std::string& type = side.types[at];
  const bool whole = type == "int2" || type == "int4" || type == "int8";
  const std::string column = connection.ident(side.columns[at]);
  const std::string tenant =
      mapping.has(Role::tenant)
          ? fmt::format("CAST({} AS text)",
                        connection.ident(side.columns[static_cast<std::size_t>(mapping[Role::tenant])]))
          : "NULL";
  return store.each_missing_resource([&](const std::vector<std::string>& ids) -> Result<void> {
    std::string list;
    for (const std::string& id : ids) {
      // A value that cannot be of the column's type names nothing there.
      if (whole && (id.empty() || id.size() > 18 || id.find_first_not_of("0123456789") != std::string::npos)) continue;
      list += fmt::format("{}{}", list.empty() ? "" : ", ", whole ? id : connection.literal(id));
    }
    if (list.empty()) return {};
    // Compared as the column is, where that lets an index help.
    const bool as_it_is = whole || type == "text" || type == "varchar";
    const auto found = connection.query(
        fmt::format("SELECT CAST({0} AS text), min({1}), count(*) FROM {2} WHERE {3} IN ({4}){5} GROUP BY 1", column,
                    tenant, side.relation, as_it_is ? column : fmt::format("CAST({} AS text)", column), list,
                    side.where.empty() ? "" : " AND" + side.where.substr(6)));
    if (!found) return found.error();
    for (const auto& line : *found) {
      Fact fact;
      fact.null = !line[1].has_value();
      fact.text = line[1].value_or("");
      if (const auto added = store.add_elsewhere(line[0].value_or(""), fact, std::stoll(line[2].value_or("1"))); !added)
        return added.error();
    }
    return {};
  });
}

}  // namespace idem::books
