// What a condition tests: which operation's outcome, and whether "true" means yes.
#pragma once

#include "judge/states.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace idem {

struct TestLabel {
  enum class About : std::uint8_t { nothing, outcome, stored_column, fingerprint, key, error } about = About::nothing;
  int op = -1;
  bool truthy_means_yes = true;
  std::string column;  // stored_column: its name
};

// The operations that values are the results of. A row may give a result another path: such a value is another one with
// the call's own arguments.
class OpIndex {
 public:
  static constexpr int kUnknown = -2;

  void add(V call, int op) {
    m_by_value.emplace(call, op);
    if (call->args != nullptr) m_by_args.emplace(call->args, op);
    if (op >= 0) m_in_order.emplace_back(call, op);
  }
  // A later step of a statement: its result is the operation's.
  void add_part(V call, int op) {
    m_by_value.emplace(call, op);
    m_parts.insert(call);
  }
  bool is_part(V call) const { return m_parts.contains(call); }
  // -1: looked at, and no operation; kUnknown: never seen.
  int find(V value) const {
    if (const auto known = m_by_value.find(value); known != m_by_value.end()) return known->second;
    return kUnknown;
  }
  // The operation whose result the value is, under whatever path; else below 0.
  int result(V value) const {
    if (const int known = find(value); known >= 0 || value->args == nullptr) return known;
    const auto known = m_by_args.find(value->args);
    return known == m_by_args.end() ? kUnknown : known->second;
  }
  const std::vector<std::pair<V, int>>& in_order() const { return m_in_order; }

 private:
  std::unordered_map<V, int> m_by_value;
  std::unordered_map<const Args*, int> m_by_args;
  std::unordered_set<V> m_parts;
  std::vector<std::pair<V, int>> m_in_order;
};

// The value that this path's joined names stand for.
V resolved(Interpreter& interpreter, const PathState& state, V value);
// The operation a value is (part of) the result of, with the names that lead to the part: `rows[0].state` → {rows, [0],
// state}.
int operation_behind(Interpreter& interpreter, const PathState& state, const OpIndex& index, V value,
                     std::vector<std::string>& accessors, unsigned depth = 0);
// Truthiness of a value, or a comparison (op with two operands).
TestLabel label_of(Interpreter& interpreter, const PathState& state, const OpIndex& index,
                   const std::vector<Operation>& ops, V condition);

}  // namespace idem
