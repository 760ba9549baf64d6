#pragma once

#include "records/layouts.hpp"
#include "records/row.hpp"

#include <array>
#include <string>

namespace idem::books {

// How values of a source are to be understood.
struct ReadingRules {
  std::int64_t zone_offset_seconds = 0;  // of times without a zone
  std::string currency;                  // of amounts without one; "" where not told
  StateWords states;                     // the usual words and the user's own
};

// The owner's words that were seen for each State, the first 20 each.
using KeyWords = std::array<std::vector<std::string>, 8>;

// Turns rows of a source into canonical rows.
class Canonical {
 public:
  Canonical(Side side, Mapping mapping, ReadingRules rules)
      : m_side(side), m_mapping(std::move(mapping)), m_rules(std::move(rules)) {}

  // `row` keeps views into `raw` and into this object until the next call.
  void convert(const RawRow& raw, Row& row);
  const Mapping& mapping() const { return m_mapping; }
  const KeyWords& words() const { return m_words; }

 private:
  void convert_state(const RawField& field, Row& row);

  Side m_side;
  Mapping m_mapping;
  ReadingRules m_rules;
  KeyWords m_words;
  std::array<std::string, kRoles> m_text;  // what had to be rewritten
};

// A response status as a state: 2xx and 3xx succeeded, 408, 425, 429 and 5xx may be tried again, other 4xx are final.
State state_of_http(int status);

}  // namespace idem::books
