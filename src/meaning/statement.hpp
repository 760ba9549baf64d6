// Statements that are built step by step: `insert(orders).values({...}).onConflictDoNothing()`.
#pragma once

#include "meaning/operation.hpp"

namespace idem {

// Takes what a later step of the statement says (table, values, conflict clause, filter, result) into its operation.
void extend_statement(Interpreter& interpreter, Operation& op, V step);

}  // namespace idem
