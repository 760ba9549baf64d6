#include "judge/path_state.hpp"

#include <algorithm>

namespace idem {

const Tracked* PathState::find(int op) const {
  for (auto it = tracked.rbegin(); it != tracked.rend(); ++it)
    if (it->op == op) return &*it;
  return nullptr;
}

Tracked* PathState::find(int op) { return const_cast<Tracked*>(static_cast<const PathState*>(this)->find(op)); }

bool PathState::same_protocol(const PathState& other) const {
  return tracked == other.tracked && fired == other.fired && scopes == other.scopes && failing == other.failing &&
         survived == other.survived && key_present == other.key_present && key_absent == other.key_absent &&
         in_catch == other.in_catch && by_unknown == other.by_unknown && beside == other.beside &&
         conflicted == other.conflicted;
}

void PathState::keep_common_tests(const PathState& other) {
  std::erase_if(tests, [&](const StateTest& test) {
    return std::none_of(other.tests.begin(), other.tests.end(), [&](const StateTest& one) { return one.same(test); });
  });
}

template <typename T>
static void add_missing(std::vector<T>& into, const std::vector<T>& more) {
  for (const T& one : more)
    if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
}

template <typename T>
static void keep_common(std::vector<T>& into, const std::vector<T>& other) {
  std::erase_if(into, [&](const T& one) { return std::find(other.begin(), other.end(), one) == other.end(); });
}

void PathState::join(const PathState& other) {
  std::erase_if(tracked, [&](const Tracked& one) { return other.find(one.op) == nullptr; });
  for (Tracked& one : tracked) {
    const Tracked& there = *other.find(one.op);
    if (one.known != there.known) one.known = Known::tried;
    one.print_tested &= there.print_tested;
    one.state_tested &= there.state_tested;
  }
  add_missing(fired, other.fired);
  add_missing(survived, other.survived);
  keep_common(scopes, other.scopes);
  keep_common(failing, other.failing);
  keep_common(binds, other.binds);
  keep_common_tests(other);
  key_present &= other.key_present;
  key_absent |= other.key_absent;
  in_catch = std::min(in_catch, other.in_catch);
  by_unknown &= other.by_unknown;
  beside &= other.beside;
  conflicted &= other.conflicted;
}

}  // namespace idem
