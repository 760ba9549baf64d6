#pragma once

#include "reconcile/merge.hpp"
#include "reconcile/postgres_side.hpp"
#include "reconcile/store.hpp"
#include "records/canonical.hpp"

namespace idem::books {

// A side that a PostgreSQL server gives in order, for merge(). The connection is in its snapshot and at rest.
struct ServerStream {
  std::shared_ptr<CopyStream> connection;
  std::string name;  // of the source, for errors
  RawSelect select;  // raw columns, ordered
  std::shared_ptr<Canonical> canonical;
  std::shared_ptr<Tally> tally = std::make_shared<Tally>();
};

// A further connection that sees the snapshot of `first`.
Result<std::shared_ptr<CopyStream>> same_snapshot(CopyStream& first, const std::string& url, Micros statement_timeout,
                                                  std::int64_t zone_offset_seconds);

// Sends the COPY and does not wait for it; rows come in canonical form.
Result<OrderedRows> start_ordered(ServerStream& stream);

// Asks the server for links whose intention occurs again and keeps them in the store; `among` limits the intentions.
// Not between start_ordered() and the end of its rows. Returns how many there are.
Result<std::int64_t> find_repeated(CopyStream& connection, const PostgresSide& side, Side which, const Mapping& mapping,
                                   const Plan& plan, Store& store, const std::vector<std::string>& among = {});

// Looks up the records that suspects name but are not linked to. After the COPY has ended.
Result<void> find_elsewhere(CopyStream& connection, const PostgresSide& side, const Mapping& mapping, Store& store);

}  // namespace idem::books
