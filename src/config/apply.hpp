#pragma once

#include "config/config.hpp"
#include "report/report.hpp"

namespace idem {

// What a finished report owes to the configuration: tiers by path and table, and decisions that a gateway provides. A
// tier of none exempts, and takes the findings of its entry points with it.
void apply_config(Report& report, const Config& config);

// Decisions that something provides which the analysis cannot look into, and the verdict that follows.
void provide(Coverage& coverage, Tier tier, const std::vector<Decision>& decisions, const std::string& note);

// Whether a rule asks for what these decisions provide, so that its findings fall away.
bool answered(std::string_view rule, const std::vector<Decision>& decisions);

}  // namespace idem
