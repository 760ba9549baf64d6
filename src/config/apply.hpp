#pragma once

#include "config/config.hpp"
#include "report/report.hpp"

namespace idem {

// What a finished report owes to the configuration: tiers by path and table, and decisions that a gateway provides. A
// tier of none exempts, and takes the findings of its entry points with it.
void apply_config(Report& report, const Config& config);

// Settings that are given and that the analysis does not heed yet, by name: told, so that nobody relies on them.
std::vector<std::string> unheeded_settings(const Config& config);

}  // namespace idem
