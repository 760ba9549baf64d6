#pragma once

#include "catalog/catalog.hpp"
#include "ttl/code/config_scalars.hpp"
#include "ttl/code/settings.hpp"

#include <string>
#include <vector>

namespace idem {

// What the scalars of a configuration file set: by rows of the language "config", whose `at` are dotted keys, else by
// the names of the keys. A bare number whose unit neither row, name nor custom says is left out.
std::vector<CodeSetting> config_settings(const Catalog& catalog, const std::string& file,
                                         const std::vector<ConfigScalar>& scalars);

}  // namespace idem
