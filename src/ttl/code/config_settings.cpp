#include "ttl/code/config_settings.hpp"

#include "ttl/code/quantity.hpp"
#include "ttl/code/setting_rows.hpp"
#include "ttl/code/words.hpp"

#include <algorithm>

namespace idem {

// Keys joined by dots; what would be read as a step of an access path is no part of a name.
static std::string dotted(const std::vector<std::string>& keys) {
  std::string path;
  for (const std::string& key : keys) {
    if (!path.empty()) path += '.';
    for (const char c : key) path += c == '.' || c == '(' || c == ')' || c == '[' || c == ']' ? '_' : c;
  }
  return path;
}

static const Row* row_for(const Catalog& catalog, std::string_view path) {
  for (const auto& row : catalog.rows) {
    if (row->language != "config" || row->text("setting") == "unit") continue;
    for (const std::string& pattern : row->paths)
      if (pattern_matches(pattern, path)) return row.get();
  }
  return nullptr;
}

std::vector<CodeSetting> config_settings(const Catalog& catalog, const std::string& file,
                                         const std::vector<ConfigScalar>& scalars) {
  std::vector<CodeSetting> found;
  for (const ConfigScalar& scalar : scalars) {
    const std::optional<Quantity> quantity = text_quantity(scalar.value);
    if (!quantity || scalar.keys.empty()) continue;
    CodeSetting setting;
    std::string around;
    for (std::size_t i = 0; i + 1 < scalar.keys.size(); ++i) around += plain_word(scalar.keys[i]) + " ";
    setting.around = plain_word(file) + " " + around;
    const std::string path = dotted(scalar.keys);
    const std::string name = plain_word(scalar.keys.back());
    const Row* row = row_for(catalog, path);
    // An upper-case name of an environment holds its own surroundings: WORKER_TIMEOUT, LOCK_TTL.
    const std::optional<CodeSetting::Kind> kind =
        row != nullptr ? kind_of_word(row->text("setting")) : kind_of_name(name, around, plain_word(file));
    if (!kind) continue;
    setting.kind = *kind;
    std::optional<std::int64_t> unit = row != nullptr ? unit_of(row->text("unit")) : std::nullopt;
    if (!unit) unit = unit_of_name(name);
    if (!unit) unit = customary_unit(catalog, "config", *kind);
    if (!set_quantity(setting, *quantity, unit)) continue;
    const bool tries = row != nullptr ? row->text("counts") == "tries" : counts_first_try(name);
    if (*kind == CodeSetting::retries && tries) setting.count = std::max<std::int64_t>(0, setting.count - 1);
    const std::size_t shown = scalar.keys.size() > 2 ? scalar.keys.size() - 2 : 0;
    setting.name = dotted({scalar.keys.begin() + static_cast<std::ptrdiff_t>(shown), scalar.keys.end()});
    setting.file = file;
    setting.line = scalar.line;
    found.push_back(std::move(setting));
  }
  return found;
}

}  // namespace idem
