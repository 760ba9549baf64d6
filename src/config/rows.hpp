#pragma once

#include "catalog/catalog.hpp"
#include "config/config.hpp"

namespace idem {

// Catalogue rows of [[effect]], [[protect]] and [[route]]: what the functions that they name mean, in a library or in
// the project itself.
void add_config_rows(Catalog& catalog, const Config& config);

}  // namespace idem
