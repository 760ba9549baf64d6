#include "reconcile/recheck.hpp"

#include "base/interrupt.hpp"

#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <thread>
#include <unordered_set>

namespace idem::books {

// What a finding is known by when it is seen again.
static std::string identity_of(const Finding& finding) {
  std::string text = fmt::format("{}\x1f{}\x1f{}\x1f{}\x1f{}", finding.primary, finding.tenant, finding.operation,
                                 finding.key, finding.provider_ref);
  for (const std::string& id : finding.record_ids) text += "\x1f" + id;
  return text;
}

Result<void> look_twice(Request& request, const std::function<void(std::size_t found, double seconds)>& on_wait) {
  for (const auto& sources : request.sources)
    for (const SourceSpec& source : sources)
      if (source.location == "-") return Error{ErrorKind::usage, "--recheck reads twice; standard input cannot be"};
  auto seen = std::make_shared<std::unordered_set<std::string>>();
  const Result<Report> first = reconcile(request, [&](const Finding& finding) -> Result<void> {
    seen->insert(identity_of(finding));
    return {};
  });
  if (!first) return first.error();
  if (!seen->empty()) {
    on_wait(seen->size(), static_cast<double>(request.settings.settle_span()) / 1e6);
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(request.settings.settle_span());
    while (std::chrono::steady_clock::now() < end) {
      if (interrupted()) return interruption();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    request.settings.as_of += request.settings.settle_span();
  }
  request.confirmed = [seen](const Finding& finding) { return seen->count(identity_of(finding)) > 0; };
  return {};
}

}  // namespace idem::books
