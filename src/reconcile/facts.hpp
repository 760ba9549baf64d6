#pragma once

#include "records/row.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem::books {

// A group is all rows that carry one link value (idempotency key, resource or business key) in one scope. What is known
// of it is a fixed list of facts; the list serves the merge, the tables and the SQL alike.
enum class Take : std::uint8_t {
  lowest,
  highest,
  any_null,  // 1 if the value is missing in some row
  bad,       // the first role, by name, that could not be understood
  source,    // the lowest number of the source
};

enum class FactType : std::uint8_t { text, number, time, amount };

struct FactSpec {
  std::string_view name;  // such as "k_created" or "r_id_hi"
  Side side;              // keys or records
  Role role;
  Take take;
  FactType type;
};

inline constexpr std::size_t kKeyFacts = 33;
inline constexpr std::size_t kRecordFacts = 24;
inline constexpr std::size_t kFacts = kKeyFacts + kRecordFacts;
// Those of the keys first.
const std::array<FactSpec, kFacts>& fact_specs();

// The place of a fact in the list; a name it does not hold is a bug and aborts.
std::size_t fact_index(std::string_view name);

// A value of a fact or of a column of the result.
struct Fact {
  bool null = true;
  std::int64_t number = 0;
  std::string text;
};

struct Group {
  bool has_link = false;
  std::string link;
  std::int64_t nk = 0;
  std::int64_t nr = 0;
  std::int64_t nr_live = 0;
  bool agrees = false;  // plainly well, and kept only because its intention occurs again
  std::array<Fact, kFacts> facts;

  void clear();
  void add(Side side, const Row& row);
};

// Whether a business row in this state is a live effect: anything but not yet begun, failed, cancelled or undone.
bool is_live(const Cell& state);

}  // namespace idem::books
