#pragma once

#include "catalog/catalog.hpp"
#include "engine/program.hpp"

#include <set>
#include <vector>

namespace idem {

// For each wanted file, the functions worth a walk: those with a call that is named like one of the setting rows', and
// those that call such a function of the project by its name, two steps back: they may bring the number.
std::vector<std::set<FnId>> functions_that_set(const Program& program, const Catalog& catalog,
                                               const std::vector<bool>& wanted);

}  // namespace idem
