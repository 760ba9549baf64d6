#pragma once

#include "report/report.hpp"

namespace idem {

// A report with one of everything, some of it hostile; `coverage` adds judgements and findings. Not finished (see
// finish()) by itself: it is here.
Report sample_report(bool coverage);

}  // namespace idem
