#pragma once

#include "base/result.hpp"
#include "report/report.hpp"
#include "source/roots.hpp"

#include <string>
#include <vector>

namespace idem {

// What of a report is shown.
struct Selection {
  std::vector<std::string> paths;    // files and folders below the root; "" is the root; empty: everything
  std::vector<std::string> methods;  // upper case; empty: the default (see selected()); {"ALL"}: every route
  bool only_effects = false;         // entry points that have an effect that counts
  std::vector<EffectKind> effects;   // entry points that have one of these (then ambient ones count, too); empty: all
  std::vector<std::string> routes;   // globs of paths ("/admin/**") or of operations; empty: all
};

// Whether an entry point is shown. By default: POST, PATCH and routes for any method, consumers, jobs and tools, and
// any other method with an effect of tier strong.
bool selected(const Endpoint& endpoint, const Selection& selection);

// Leaves in the report what is selected: entry points, and the findings that belong to one of them, or to none but to a
// file of `paths`. Ids and fingerprints stay as they are.
void select(Report& report, const Selection& selection);

// "post,PATCH" and the like into upper-case verbs; "all" into {"ALL"}.
Result<std::vector<std::string>> parse_methods(const std::vector<std::string>& words);

}  // namespace idem
