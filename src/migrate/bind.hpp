#pragma once

#include "migrate/plan.hpp"
#include "schema/schema.hpp"

#include <string>
#include <vector>

namespace idem {

// What the command line left open and the schema answers.
struct BindOptions {
  std::string table;               // --table; "" for none
  std::string tenant_column;       // --tenant-column; "" to look for one
  bool tenant_type_given = false;  // --tenant-type
  bool schema_given = false;       // --target-schema
  bool name_given = false;         // --name
  bool beside_existing = false;    // --beside-existing: a second mechanism is wanted
};

// Fits the request to the schema: names, tenant type and target schema that the user did not choose. Returns remarks
// for the user: what was found and decided. An unknown --table, or an existing idempotency table that the new one would
// double, is an error that says what to do.
Result<std::vector<std::string>> bind_request(const DatabaseSchema& database, const BindOptions& options,
                                              SideTableRequest& request);

// The table that the user's text names: "schema.table" or "table", exactly or in another case where that is
// unambiguous.
Result<const Table*> find_named_table(const DatabaseSchema& database, const std::string& text);

}  // namespace idem
