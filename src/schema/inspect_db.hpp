#pragma once

#include "base/result.hpp"
#include "postgres/session.hpp"
#include "schema/schema.hpp"

namespace idem {

// The schema of a live database, read from the catalogue in one read-only transaction (sql/inspect/). Nothing is locked
// but the catalogue's own rows, for reading.
Result<DatabaseSchema> inspect_database(Session& session);

}  // namespace idem
