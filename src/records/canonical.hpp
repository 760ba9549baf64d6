#pragma once

#include "records/layouts.hpp"
#include "records/row.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

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
      : m_side(side), m_mapping(std::move(mapping)), m_rules(std::move(rules)) {
    for (std::size_t slot = 0; slot < kRoles; ++slot)
      if (m_mapping.column[slot] >= 0)
        m_columns.push_back({slot, static_cast<std::size_t>(m_mapping.column[slot]), kind_of(static_cast<Role>(slot))});
  }

  // `row` keeps views into `raw` and into this object until the next call.
  void convert(const RawRow& raw, Row& row);
  const Mapping& mapping() const { return m_mapping; }
  const KeyWords& words() const { return m_words; }

 private:
  struct Column {
    std::size_t slot;
    std::size_t index;
    ValueKind kind;
  };

  void convert_state(const RawField& field, Row& row);
  int digits_of(std::string_view currency);

  Side m_side;
  Mapping m_mapping;
  ReadingRules m_rules;
  std::vector<Column> m_columns;  // those that are mapped
  KeyWords m_words;
  // Rows that follow each other often say the same.
  std::string m_last_word;
  std::optional<State> m_last_state;
  std::string m_last_currency;
  int m_last_digits = -1;
  std::array<std::string, kRoles> m_text;  // what had to be rewritten
};

// A response status as a state: 2xx and 3xx succeeded, 408, 425, 429 and 5xx may be tried again, other 4xx are final.
State state_of_http(int status);

}  // namespace idem::books
