#pragma once

#include "reconcile/report.hpp"
#include "reconcile/source.hpp"
#include "reconcile/sql_template.hpp"

namespace idem::books {

struct Request {
  std::array<std::vector<SourceSpec>, kSides> sources;
  Settings settings;
  std::int64_t zone_offset_seconds = 0;
  std::string currency;  // of amounts without one
  std::uint64_t max_bad = 0;
  std::size_t samples = 3;                             // a class
  Micros statement_timeout = 1800 * kMicrosPerSecond;  // of a statement on a server; 0 for none
  bool never_push_down = false;                        // merge even where one database holds both sides
  std::optional<Dialect> emit;     // only write the statement that would compare them there, into Report::sql
  std::string part_file;           // of a shard: leave what was found here instead of judging it
  std::vector<std::string> parts;  // of all shards: judge what they found instead of reading keys and records
  std::function<bool(const Finding&)> confirmed = [](const Finding&) { return true; };  // see Tabulator
  // `done` is the share of the work that is done, 0 where that is not known.
  std::function<void(std::string_view what, std::int64_t rows, double done)> progress = [](std::string_view,
                                                                                           std::int64_t, double) {};
};

struct SourceColumns {
  std::vector<std::string> columns;
};
// The columns of a source, without reading it to its end.
Result<SourceColumns> columns_of(const Request& request, const SourceSpec& spec, Side side);

// Reads the sources, lays keys and records beside each other and tells where they differ. `on_finding` gets every
// discrepancy in the order of key, tenant, operation and record.
Result<Report> reconcile(const Request& request, const std::function<Result<void>(const Finding&)>& on_finding);

}  // namespace idem::books
