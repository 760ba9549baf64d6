#include "pipeline.hpp"

namespace idem {

Report analyse(const Project& project, const AnalyseOptions& options) {
  Report report;
  report.coverage = options.coverage;
  report.stats.skipped = project.skipped;
  report.diagnostics = project.diagnostics;
  report.stats.files = project.files.size();
  for (const SourceFile& file : project.files) report.stats.bytes += file.size;
  finish(report);
  return report;
}

}  // namespace idem
