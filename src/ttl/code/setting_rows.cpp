#include "ttl/code/setting_rows.hpp"

#include "base/resources.hpp"
#include "ttl/code/quantity.hpp"
#include "ttl/code/words.hpp"

#include <algorithm>

namespace idem {

Result<Catalog> catalog_with_settings(const std::vector<std::string>& families) {
  Result<Catalog> catalog = built_in_catalog(families);
  if (!catalog) return catalog;
  std::vector<std::string> files = families;
  files.emplace_back("config");
  for (const std::string& family : files) {
    const std::string name = "settings/" + family + ".toml";
    for (const Resource& file : resources_below("src/catalog/" + name)) {
      const Result<void> added = add_rows(*catalog, name, file.text);
      if (!added) return added.error();
    }
  }
  return catalog;
}

std::optional<std::int64_t> customary_unit(const Catalog& catalog, std::string_view family, CodeSetting::Kind kind) {
  for (const auto& row : catalog.rows) {
    if (row->text("setting") != "unit" || row->language != family) continue;
    if (std::find(row->paths.begin(), row->paths.end(), row_word(kind)) != row->paths.end())
      return unit_of(row->text("unit"));
  }
  return std::nullopt;
}

}  // namespace idem
