#pragma once

#include "schema/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Lower case, without what spelling styles put between words: "tenantId", "tenant_id" and "Tenant Id" are one.
std::string squeezed_name(std::string_view name);

// Whether idem migrate made the table, by its columns.
bool is_side_table(const Table& table);

// A table that already does, or half does, what a side table would do.
struct ExistingIdempotency {
  const Table* table = nullptr;
  bool ours = false;               // made by idem migrate
  std::vector<std::string> lacks;  // "no tenant in its key", ...
};

// Existing idempotency tables: ours by their columns, others by name and columns.
std::vector<ExistingIdempotency> find_idempotency_tables(const DatabaseSchema& database);

// Tables that already do what profile inbox or outbox would do, by their names.
std::vector<const Table*> find_message_tables(const DatabaseSchema& database, const std::string& profile);

// The column of a table that says whose row it is, "" for none: tenant_id, organization_id, merchant_id and the like,
// in any spelling (tenantId).
std::string tenant_column(const Table& table);

// The type tenant_id gets to fit a column: text, uuid or bigint.
std::string fitting_tenant_type(const DatabaseSchema& database, const std::string& type);

}  // namespace idem
