#pragma once

#include "schema/sql_split.hpp"

#include <string_view>
#include <vector>

namespace idem {

// The CREATE, ALTER and DROP statements that stand as such in the body of a DO block, whatever condition they stand
// under; what the block puts together as text and EXECUTEs is not seen. Views into the statement's text; lines count
// on from the statement's own. Empty for any other statement.
std::vector<ScriptStatement> statements_in_do(const ScriptStatement& statement);

}  // namespace idem
