#include "records/canonical.hpp"

#include "records/money.hpp"
#include "records/time_value.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace idem::books {

namespace {

std::optional<int> http_status(std::string_view text) {
  int status = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
  if (error != std::errc() || end != text.data() + text.size() || status < 100 || status > 599) return std::nullopt;
  return status;
}

bool is_true(std::string_view text) {
  return text == "t" || text == "true" || text == "1" || text == "TRUE" || text == "True" || text == "yes";
}

}  // namespace

State state_of_http(int status) {
  if (status < 400) return State::succeeded;
  return status >= 500 || status == 408 || status == 425 || status == 429 ? State::failed_retryable
                                                                          : State::failed_final;
}

void Canonical::convert_state(const RawField& field, Row& row) {
  Cell& cell = row[Role::state];
  cell = {};
  const auto set = [&](State state) { cell = {Cell::number, {}, static_cast<std::int64_t>(state)}; };
  if (field.null || field.text.empty()) {
    if (m_mapping.state_is_http)
      set(State::processing);
    else if (m_side == Side::keys)
      row.bad = name_of(Role::state);
    return;
  }
  if (m_last_state && field.text == m_last_word) {
    set(*m_last_state);
    return;
  }
  std::string& word = m_text[static_cast<std::size_t>(Role::state)];
  word.clear();
  for (const char c : field.text)
    word += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c == '-' || c == ' ' ? '_' : c;
  if (const auto found = m_rules.states.find(word); found != m_rules.states.end()) {
    set(found->second);
    m_last_word.assign(field.text);
    m_last_state = found->second;
    std::vector<std::string>& seen = m_words[static_cast<std::size_t>(found->second)];
    if (seen.size() < 20 && std::find(seen.begin(), seen.end(), field.text) == seen.end())
      seen.emplace_back(field.text);
  } else if (const auto status = http_status(field.text)) {
    set(state_of_http(*status));
  } else if (m_side == Side::keys) {
    row.bad = name_of(Role::state);  // a business row's own words may mean anything alive; a key's must be understood
  }
}

int Canonical::digits_of(std::string_view currency) {
  if (m_last_digits < 0 || currency != m_last_currency) {
    m_last_currency.assign(currency);
    m_last_digits = minor_digits(currency);
  }
  return m_last_digits;
}

void Canonical::convert(const RawRow& raw, Row& row) {
  row.bad = {};
  row.cells.fill({});
  for (const auto& [slot, index, kind] : m_columns) {
    Cell& cell = row.cells[slot];
    const RawField& field = raw[index];
    const auto role = static_cast<Role>(slot);
    if (kind == ValueKind::state) {
      convert_state(field, row);
      continue;
    }
    if (field.null || (field.text.empty() && kind != ValueKind::text && !field.is_time)) continue;
    if (field.is_time) {
      cell = {Cell::number, {}, field.micros};
      continue;
    }
    switch (kind) {
      case ValueKind::text:
        cell = {Cell::text, field.text, 0};
        break;
      case ValueKind::time:
        if (field.text == "infinity" || field.text == "-infinity") break;  // PostgreSQL's: without an end
        if (const auto time = parse_time(field.text, m_rules.zone_offset_seconds))
          cell = {Cell::number, {}, *time};
        else
          row.bad = name_of(role);
        break;
      case ValueKind::flag:
        cell = {Cell::number, {}, is_true(field.text) ? 1 : 0};
        break;
      case ValueKind::amount: {
        int shift = 0;
        if (m_mapping.amount_in_minor_units) {
          const int currency = m_mapping[Role::currency];
          const bool told = currency >= 0 && !raw[static_cast<std::size_t>(currency)].null;
          shift = digits_of(told ? raw[static_cast<std::size_t>(currency)].text : std::string_view(m_rules.currency));
        }
        if (canonical_decimal(field.text, shift, m_text[slot]))
          cell = {Cell::text, m_text[slot], 0};
        else
          row.bad = name_of(role);
        break;
      }
      case ValueKind::state:
        break;
    }
  }
  // Where no state is kept, a time of completion tells it.
  if (m_side == Side::keys && !m_mapping.has(Role::state) && m_mapping.has(Role::completed))
    row[Role::state] = {
        Cell::number,
        {},
        static_cast<std::int64_t>(row[Role::completed].is_null() ? State::processing : State::succeeded)};
  if (!row[Role::currency].is_null()) {
    std::string& currency = m_text[static_cast<std::size_t>(Role::currency)];
    currency.assign(row[Role::currency].bytes);
    for (char& c : currency)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    row[Role::currency].bytes = currency;
  } else if (!m_rules.currency.empty() && !row[Role::amount].is_null()) {
    row[Role::currency] = {Cell::text, m_rules.currency, 0};
  }
}

}  // namespace idem::books
