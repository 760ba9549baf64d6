// One run of reconcile, in parts: run.cpp opens the sources and decides, run_engines.cpp compares, run_repeated.cpp
// looks again at those whose intention occurs twice, run_shards.cpp works
// on a share of the keys and puts shares together, run_emit.cpp writes the comparison for a warehouse.
#pragma once

#include "reconcile/intentions.hpp"
#include "reconcile/pushed_down.hpp"
#include "reconcile/run.hpp"
#include "reconcile/server_streams.hpp"

#include <map>
#include <memory>
#include <vector>

namespace idem::books {

inline constexpr int kMergeCache = 2048;  // KiB; a merge of two servers stays under 64 MB in all
inline constexpr int kLoadCache = 65536;

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
  Result<void> start_servers(Store& store, const std::array<OpenSource*, 2>& servers,
                             std::array<ServerStream, 2>& streams, std::array<OrderedRows, 2>& rows);
  Result<void> keep_repeated(Store& store, const std::array<OpenSource*, 2>& servers, MergeResult& merged);
  Result<OrderedRows> rows_again(OpenSource& server, Side side, const std::vector<std::string>& links, Store& store);
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
  std::unique_ptr<SeenIntentions> m_seen;  // of a merge of two servers
  bool m_push = false;
  bool m_any_expiry = false;
};

}  // namespace idem::books
