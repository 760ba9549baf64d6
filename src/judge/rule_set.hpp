// What the rules of one file share: the operations of a request and a way to tell a finding.
#pragma once

#include "judge/judge.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

struct RuleSet {
  const Case& subject;
  std::vector<Finding>& findings;

  const std::vector<Operation>& ops() const { return subject.states.ops; }
  const Operation& op(int id) const { return ops()[static_cast<std::size_t>(id)]; }
  // An effect of tier strong that is known by more than the words of its name.
  bool strong(int id) const;
  Tier tier() const;  // of the entry point; standard where there is none
  // The key that a caller sent, as far as the operation's key and data come from it; nullptr when they do not.
  bool keyed_by_request(const Operation& op) const;
  void add(std::string_view rule, const Site& site, Tier tier, Confidence confidence, std::string message,
           const std::vector<std::pair<Site, std::string>>& steps = {}) const;
};

// The first origin that is made anew each time it is evaluated: a random value or a clock; nullptr.
const Origin* made_anew(const std::vector<Origin>& origins);
// Whether `test` holds for the value or for anything it was made from, at most 300 values deep.
template <typename Test>
bool any_part(V value, const Test& test, int& budget) {
  if (value == nullptr || --budget < 0) return false;
  if (test(value)) return true;
  for (V one : value->items)
    if (any_part(one, test, budget)) return true;
  if (value->object != nullptr) {
    for (V one : value->object->items)
      if (any_part(one, test, budget)) return true;
    for (const auto& [name, one] : value->object->fields)
      if (any_part(one, test, budget)) return true;
  }
  if (value->args != nullptr) {
    for (V one : value->args->positional)
      if (any_part(one, test, budget)) return true;
    for (const auto& [name, one] : value->args->named)
      if (any_part(one, test, budget)) return true;
  }
  return any_part(value->receiver, test, budget);
}
template <typename Test>
bool any_part(V value, const Test& test) {
  int budget = 300;
  return any_part(value, test, budget);
}

}  // namespace idem
