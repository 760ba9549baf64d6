// Schemas that are written in a language of their own and not in SQL. Only what unique constraints turn on is read:
// tables, columns with their NOT NULL, primary and unique keys. What is not understood is passed over.
#pragma once

#include "schema/schema.hpp"

#include <string>
#include <string_view>

namespace idem {

// Ends the type of a Prisma column that has a default of its own.
inline constexpr std::string_view kPrismaDefault = " @default";

// A Prisma schema. A model that is mapped to another table name is there under both.
void read_prisma(std::string_view text, const std::string& file, DatabaseSchema& database);

// Rails' db/schema.rb, or a migration in the same words (create_table, t.index, add_index, t.references).
void read_rails_schema(std::string_view text, const std::string& file, DatabaseSchema& database);

}  // namespace idem
