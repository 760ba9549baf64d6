#pragma once

#include "reconcile/report.hpp"
#include "reconcile/source.hpp"

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
  bool emit_sql = false;  // only write the statement that would be pushed down, into Report::sql
  std::function<bool(const Finding&)> confirmed = [](const Finding&) { return true; };  // see Tabulator
  std::function<void(std::string_view what, std::int64_t rows)> progress = [](std::string_view, std::int64_t) {};
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
