#pragma once

#include "postgres/copy_stream.hpp"
#include "reconcile/plan.hpp"
#include "reconcile/source.hpp"
#include "records/reader.hpp"

#include <map>

namespace idem::books {

// One source in a PostgreSQL database: what it is read from, and what is known of its columns.
struct PostgresSide {
  std::string url;
  std::string relation;  // "schema"."table", or "(query) q"
  std::string where;     // " WHERE (...)" or ""
  std::vector<std::string> columns;
  std::vector<std::string> types;  // pg_type.typname
  std::vector<bool> not_null;
  std::vector<std::vector<std::string>> unique;  // column sets of unique indexes without expression or condition
  std::map<std::string, State> states;           // words found in the column of the state
  std::int64_t rows_about = -1;                  // as the server's statistics have it; -1: not known
  bool states_known = false;                     // false: too many different words to list
};

// Begins the one read-only snapshot of a run on a connection: timeouts, zone, encoding.
// `snapshot` names that of another connection, or is "".
Result<void> begin_snapshot(CopyStream& stream, Micros statement_timeout, std::int64_t zone_offset_seconds,
                            const std::string& snapshot = "");

// Looks the source up in the catalogue; `stream` is in its snapshot.
Result<PostgresSide> look_at(CopyStream& stream, const SourceSpec& spec, Side which);

// The words of the state's column and what they amount to.
Result<void> look_at_states(CopyStream& stream, PostgresSide& side, const Mapping& mapping, const StateWords& words);

// Whether every mapped column has a type that SQL can judge without fear of a failing cast.
bool can_push_down(const PostgresSide& side, const Mapping& mapping);

// SELECT of the canonical columns, named by their roles, each of the type of its fact, with `bad` (and `link`).
std::string canonical_select(const PostgresSide& side, Side which, const Mapping& mapping, const Plan& plan,
                             const std::string& default_currency);

// SELECT of the raw columns that the mapping uses, in the order merge() wants if `ordered`, for a binary COPY; the
// mapping's indexes are changed to match. With `links`, only rows of these.
struct RawSelect {
  std::string sql;
  std::vector<CopyStream::Kind> kinds;
};
RawSelect raw_select(const PostgresSide& side, Side which, Mapping& mapping, const Plan& plan, bool ordered,
                     const std::vector<std::string>& links = {});

// "column IN ('a', 'b')" for the canonical text of a role.
std::string in_texts(const PostgresSide& side, const Mapping& mapping, Role role,
                     const std::vector<std::string>& values);

// Its rows as a reader; `stream` must be at rest. `name` is put in front of errors.
std::unique_ptr<RowReader> copy_reader(std::shared_ptr<CopyStream> stream, std::vector<std::string> columns,
                                       std::string name);

}  // namespace idem::books
