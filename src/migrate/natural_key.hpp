#pragma once

#include "migrate/plan.hpp"
#include "schema/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// What --natural-key names: table(column, column), each part bare or in double quotes.
struct NaturalKey {
  std::string table;  // as written, "schema.table" with quotes taken off
  std::vector<std::string> columns;
};
Result<NaturalKey> parse_natural_key(std::string_view text);

// The scripts that make columns of a business table unique: a check for duplicates, the removal of an INVALID leftover,
// the index built concurrently (per partition and attached where the table is partitioned), the proof that it is valid.
// The only scripts that touch a business table. Refused with the reason where it cannot be done.
Result<Migration> natural_key_migration(const DatabaseSchema& database, const NaturalKey& key,
                                        const SideTableRequest& request);

}  // namespace idem
