// What a condition tests: which operation's outcome, and whether "true" means yes.
#pragma once

#include "judge/states.hpp"

#include <map>

namespace idem {

struct TestLabel {
  enum class About : std::uint8_t { nothing, outcome, stored_column, fingerprint, key, error } about = About::nothing;
  int op = -1;
  bool truthy_means_yes = true;
  std::string column;  // stored_column: its name
};

using OpIndex = std::map<V, int>;

// The value that this path's joined names stand for.
V resolved(const PathState& state, V value);
// The operation a value is (part of) the result of, with the names that lead to the part: `rows[0].state` → {rows, [0],
// state}.
int operation_behind(Interpreter& interpreter, const PathState& state, const OpIndex& index, V value,
                     std::vector<std::string>& accessors);
// Truthiness of a value, or a comparison (op with two operands).
TestLabel label_of(Interpreter& interpreter, const PathState& state, const OpIndex& index,
                   const std::vector<Operation>& ops, V condition);

}  // namespace idem
