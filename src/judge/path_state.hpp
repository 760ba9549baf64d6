// What is known on one way through a request: what was claimed, looked up, compared and fired so far.
#pragma once

#include "engine/trace.hpp"

#include <string>
#include <utility>
#include <vector>

namespace idem {

// What a path knows of an operation it passed.
enum class Known : std::uint8_t {
  tried,   // its outcome was not looked at
  yes,     // claim won, row found
  no,      // claim lost, row absent
  failed,  // it threw
};

struct Tracked {
  int op = 0;
  Known known = Known::tried;
  bool print_tested = false;  // a stored fingerprint was compared with the request's
  bool state_tested = false;  // a stored state, status or result was tested
  friend bool operator==(const Tracked&, const Tracked&) = default;
};

struct OpenScope {
  enum class Kind : std::uint8_t { transaction, lock, retry, loop } kind = Kind::transaction;
  int op = -1;
  const TraceBlock* body = nullptr;  // of a retry: what is tried again
  friend bool operator==(const OpenScope&, const OpenScope&) = default;
};

// A test that this path passed, and how it came out: of a stored column of what was looked up, or (op < 0) of an
// outcome or key, kept only to know the answer when it is asked again.
struct StateTest {
  int op = -1;
  V condition = nullptr;
  bool outcome = false;
  std::string column;
  bool same(const StateTest& other) const { return condition == other.condition && outcome == other.outcome; }
};

struct PathState {
  std::vector<Tracked> tracked;  // claims and lookups, in order
  std::vector<int> fired;        // effects and writes, in order
  std::vector<OpenScope> scopes;
  std::vector<int> failing;                      // operations whose failure a catch is handling
  std::vector<int> survived;                     // store operations whose failure was caught and the path went on
  bool key_present = false, key_absent = false;  // tested
  unsigned in_catch = 0;                         // how many handlers of failures the path is inside of
  bool by_unknown = false;                       // being thrown by a call that means nothing here
  bool beside = false;
  bool conflicted = false;             // the other side answered that the key is in use or stands for something else
  std::vector<std::pair<V, V>> binds;  // joined value → this path's
  // Tests that every way to here passed alike: paths that differ by them alone are merged, and the test forgotten.
  std::vector<StateTest> tests;

  const Tracked* find(int op) const;
  Tracked* find(int op);
  bool same_protocol(const PathState& other) const;
  // Tests that not both passed alike are forgotten.
  void keep_common_tests(const PathState& other);
  // Becomes what holds on both ways: what only one knows is not known, what one may have done may have been done.
  void join(const PathState& other);
};

using States = std::vector<PathState>;

}  // namespace idem
