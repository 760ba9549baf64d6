// A baseline: the findings that were there when the gate was switched on. They stay visible and do not fail the gate;
// what is new does. A file in the repository, sorted, so that its changes can be read in a review.
#pragma once

#include "base/result.hpp"
#include "report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

struct BaselineEntry {
  std::string fingerprint;
  std::string elsewhere;                      // the same without the file, for one that was renamed
  std::string rule, endpoint, file, message;  // for the reader
  std::string reason;
  std::string until;  // YYYY-MM-DD: after it the entry counts no more; or ""
};

struct Baseline {
  std::vector<BaselineEntry> entries;
};

Result<Baseline> parse_baseline(std::string_view json);
std::string baseline_json(const Baseline& baseline);

// The findings of a report that nothing else suppresses; reasons and dates of entries that `before` holds are kept, new
// ones get `reason`.
Baseline make_baseline(const Report& report, const Baseline& before, const std::string& reason);

struct BaselineOutcome {
  std::vector<BaselineEntry> stale;  // nothing matches them any more
  std::vector<BaselineEntry> ended;  // their date has passed; the finding counts again
};

// Marks the findings that the baseline holds. An entry whose file is gone matches a finding that is the same but for
// the file.
BaselineOutcome apply_baseline(Report& report, const Baseline& baseline, const std::string& today,
                               const std::vector<std::string>& files);

}  // namespace idem
