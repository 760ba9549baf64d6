#pragma once

#include "migrate/plan.hpp"
#include "migrate/render_sql.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// An object that a down script drops, as it is written there: with its schema and, for a function, its argument types.
struct DroppedObject {
  std::string kind;  // "TABLE", "VIEW", "FUNCTION"
  std::string object;
};
// The down script names every object the up script creates: the one list of them.
std::vector<DroppedObject> dropped_objects(std::string_view down);

// Who owns the objects and what the application's role may do with them; empty where the request names no role and
// leaves the functions to their callers' rights.
std::string role_statements(const SideTableRequest& request, const std::vector<DroppedObject>& objects, SqlValues with);

// COMMENT ON for every function and view: the lines that stand above it in `up`.
std::string comment_statements(const std::vector<DroppedObject>& objects, std::string_view up, SqlValues with);

}  // namespace idem
