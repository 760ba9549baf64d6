#include "records/layouts.hpp"

#include "base/resources.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>

namespace idem::books {

namespace {

constexpr State kStates[] = {State::waiting,         State::processing,    State::failed_retryable, State::failed_final,
                             State::outcome_unknown, State::manual_review, State::succeeded};

std::vector<std::string> words_of(const toml::node* node) {
  std::vector<std::string> words;
  if (node == nullptr || !node->is_array()) return words;
  for (const toml::node& word : *node->as_array()) words.push_back(word.value_or(std::string()));
  return words;
}

Layouts load() {
  // The file is ours and a test reads it: a fault in it is a bug, told by toml++'s own exception.
  const toml::table file = toml::parse(resource("src/catalog/reconcile_layouts.toml"));
  Layouts layouts;
  for (const State state : kStates)
    for (const std::string& word : words_of(file.at_path("states").as_table()->get(name_of(state))))
      layouts.states[word] = state;
  for (const Side side : kAllSides) {
    const toml::table& table = *file["roles"][name_of(side)].as_table();
    for (const auto& [name, ranks] : table) {
      auto& usual =
          layouts.usual[static_cast<std::size_t>(side)][static_cast<std::size_t>(role_named(name.str()).value())];
      for (const toml::node& rank : *ranks.as_array()) usual.push_back(words_of(&rank));
    }
  }
  layouts.minor_units = words_of(file["minor_units"]["names"].node());
  for (const toml::node& node : *file["layout"].as_array()) {
    const toml::table& table = *node.as_table();
    Layout layout{table["name"].value_or(std::string()),
                  side_named(table["side"].value_or(std::string())).value(),
                  words_of(table["when"].node()),
                  {}};
    for (const auto& [role, column] : *table["columns"].as_table())
      layout.columns.emplace_back(role_named(role.str()).value(), column.value_or(std::string()));
    layouts.known.push_back(std::move(layout));
  }
  return layouts;
}

int index_of(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

bool holds(const std::vector<std::string>& names, std::string_view name) { return index_of(names, name) >= 0; }

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 40; ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > 40 ? text + ", ..." : text;
}

std::string option_of(Side side, std::string_view role, std::string_view column) {
  return fmt::format("--column {}.{}={}", name_of(side), role, column);
}

// The user's own words.
Result<void> apply_choices(Side side, const std::vector<std::string>& columns, const ColumnChoices& chosen,
                           std::array<bool, kRoles>& settled, Mapping& mapping) {
  for (const auto& [word, column] : chosen) {
    const bool minor = word == "amount_minor";
    const std::optional<Role> role = minor ? Role::amount : role_named(word);
    if (!role || !has_role(side, *role)) {
      std::string known;
      for (std::size_t i = 0; i < kRoles; ++i)
        if (has_role(side, static_cast<Role>(i)))
          known += fmt::format("{}{}", known.empty() ? "" : ", ", name_of(static_cast<Role>(i)));
      return Error{ErrorKind::usage,
                   fmt::format("{} have no role \"{}\"; roles: {}, amount_minor", name_of(side), word, known)};
    }
    const auto slot = static_cast<std::size_t>(*role);
    settled[slot] = true;
    if (column.empty()) {  // "--column records.key=" says that there is none
      mapping.column[slot] = -1;
      continue;
    }
    mapping.column[slot] = index_of(columns, column);
    if (mapping.column[slot] < 0)
      return Error{ErrorKind::usage, fmt::format("no column \"{}\" for {}.{}; columns: {}", column, name_of(side), word,
                                                 listed(columns))};
    if (*role == Role::amount) mapping.amount_in_minor_units = minor;
  }
  return {};
}

}  // namespace

const Layouts& builtin_layouts() {
  static const Layouts layouts = load();
  return layouts;
}

std::string snake_case(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool upper = std::isupper(c) != 0;
    const bool after_lower = i > 0 && (std::islower(static_cast<unsigned char>(name[i - 1])) != 0 ||
                                       std::isdigit(static_cast<unsigned char>(name[i - 1])) != 0);
    if (upper && after_lower) out += '_';
    out += c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(c));
  }
  return out;
}

Result<Mapping> map_columns(Side side, const std::vector<std::string>& columns, const ColumnChoices& chosen,
                            const Layouts& layouts) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::string& column : columns) names.push_back(snake_case(column));
  Mapping mapping;
  std::array<bool, kRoles> settled{};
  if (const auto applied = apply_choices(side, columns, chosen, settled, mapping); !applied) return applied.error();

  const Layout* known = nullptr;
  for (const Layout& layout : layouts.known) {
    const bool fits = layout.side == side && std::all_of(layout.when.begin(), layout.when.end(),
                                                         [&](const std::string& name) { return holds(names, name); });
    if (fits && (known == nullptr || layout.when.size() > known->when.size())) known = &layout;
  }
  if (known != nullptr) {
    mapping.layout = known->name;
    for (const auto& [role, column] : known->columns) {
      const auto slot = static_cast<std::size_t>(role);
      if (settled[slot]) continue;
      settled[slot] = true;
      mapping.column[slot] = index_of(names, column);
    }
  }
  mapping.columns = columns;
  mapping.chosen = settled;
  for (std::size_t slot = 0; slot < kRoles; ++slot) {
    if (settled[slot]) continue;
    for (const auto& rank : layouts.usual[static_cast<std::size_t>(side)][slot]) {
      std::vector<std::string> found;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (holds(rank, names[i])) found.push_back(columns[i]);
      if (found.empty()) continue;
      const bool minor =
          static_cast<Role>(slot) == Role::amount && holds(layouts.minor_units, snake_case(found.front()));
      const std::string_view role = name_of(static_cast<Role>(slot));
      if (found.size() > 1)
        return Error{ErrorKind::usage, fmt::format("{} columns could be the {} of the {}: {}; choose one with {}",
                                                   found.size(), role, name_of(side), listed(found),
                                                   option_of(side, minor ? "amount_minor" : role, found.front()))};
      mapping.column[slot] = index_of(columns, found.front());
      const std::string name = snake_case(found.front());
      if (static_cast<Role>(slot) == Role::amount) mapping.amount_in_minor_units = minor;
      if (static_cast<Role>(slot) == Role::state)
        mapping.state_is_http =
            name.find("response") != std::string::npos || name == "http_status" || name == "status_code";
      break;
    }
  }
  if (side == Side::keys && !mapping.has(Role::key))
    return Error{ErrorKind::usage,
                 fmt::format("no column looks like the idempotency key; columns: {}; choose one with {}",
                             listed(columns), option_of(side, "key", "COLUMN"))};
  return mapping;
}

}  // namespace idem::books
