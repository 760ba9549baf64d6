#include "ttl/report.hpp"

#include "ttl/code/compare.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

Error overflow(std::string_view what) {
  return {
      ErrorKind::usage,
      fmt::format(
          "{} is longer than 292 million years, more than can be counted: set a cap (--cap) or a deadline (--deadline)",
          what)};
}

// Where nobody says how long a try takes, the server's own longest run is the best that is known.
void fill_try_time(TtlQuestion& question) {
  if (question.layers.empty() || !question.terms.work) return;
  TryTime& innermost = question.layers.back().timeout;
  if (innermost.kind == TryTime::unknown) innermost = {TryTime::limited, *question.terms.work};
}

// A queue hands messages out again for as long as it says, unless the user knows better.
void fill_redelivery(TtlQuestion& question) {
  if (question.terms.redelivery.ms > 0) return;
  for (const ProtectionWindow& window : question.windows) {
    if (!window.redelivers || *window.redelivers <= question.terms.redelivery) continue;
    question.terms.redelivery = *window.redelivers;
    question.redelivery_from = window.name;
  }
}

std::optional<std::string> overflowed(const TtlReport& report) {
  for (std::size_t i = 0; i < report.retry.layers.size(); ++i)
    if (report.retry.layers[i].window && report.retry.layers[i].window->overflowed())
      return "the retry window of " + report.question.layers[i].name;
  if (report.budget.need && report.budget.need->overflowed()) return "the time that is needed";
  if (report.budget.ttl && report.budget.ttl->overflowed()) return "the TTL";
  if (report.budget.lease.overflowed()) return "the lease";
  return std::nullopt;
}

void lay_side_by_side(TtlReport& report) {
  if (report.ttl) {
    ProtectionWindow key;
    key.name = "API key";
    key.ends = report.ttl;
    report.windows.push_back(key);
  }
  report.windows.insert(report.windows.end(), report.question.windows.begin(), report.question.windows.end());
  std::stable_sort(report.windows.begin(), report.windows.end(),
                   [](const ProtectionWindow& a, const ProtectionWindow& b) { return a.kind < b.kind; });
  report.first_to_end = first_to_end(report.windows);
}

}  // namespace

Result<TtlReport> answer(TtlQuestion question) {
  if (question.code && question.layers.empty())
    if (const std::optional<RetryLayer> client = client_layer_of(*question.code)) {
      question.layers.push_back(*client);
      question.client_from_code = true;
    }
  fill_try_time(question);
  fill_redelivery(question);
  TtlReport report;
  report.question = std::move(question);
  report.retry = retry_window(report.question.layers);
  report.budget = make_budget(report.retry, report.question.terms);
  if (const std::optional<std::string> what = overflowed(report)) return overflow(*what);
  report.ttl = report.question.check     ? report.question.check
               : report.question.planned ? report.question.planned
                                         : report.budget.ttl;
  lay_side_by_side(report);
  if (report.question.storage && report.ttl) {
    const Duration tombstone = report.budget.tombstone.value_or(kShortestTombstone);
    Result<Storage> storage = make_storage(*report.question.storage, *report.ttl, tombstone);
    if (!storage) return storage.error();
    report.storage = *std::move(storage);
  }
  report.findings = findings_of(report);
  return report;
}

std::string sum_in_words(const RetryLayer& layer, const LayerWindow& window) {
  if (!window.window) return window.unbounded_reason;
  if (window.by_deadline) {
    const Duration after{window.window->ms - layer.deadline->ms};
    if (after.ms == 0) return fmt::format("{}, {} in all", layer.deadline_reason, to_human(*layer.deadline));
    return fmt::format("{} {} + {} of what still runs inside", layer.deadline_reason, to_human(*layer.deadline),
                       to_human(after));
  }
  const std::int64_t tries = layer.tries.value_or(1);
  const std::string waits = tries > 1 ? fmt::format(" + {} of waiting", to_seconds(window.waits)) : "";
  const std::string what = fmt::format("{} {}", grouped(tries), tries == 1 ? "try" : "tries");
  if (window.inner->ms == 0 && layer.timeout.kind == TryTime::unknown) return what + " of unknown length" + waits;
  const Duration last{window.window->ms - window.waits.ms - window.per_try->ms * (tries - 1)};
  if (tries > 1 && last != *window.per_try)
    return fmt::format("{} tries × {}{} + {} for the last, which goes on", grouped(tries - 1),
                       to_seconds(*window.per_try), waits, to_seconds(last));
  return fmt::format("{} × {}{}", what, to_seconds(last), waits);
}

std::vector<RetryStep> steps_of(const RetryLayer& layer, const LayerWindow& window, std::size_t most) {
  std::vector<RetryStep> steps;
  if (!layer.tries || !window.window || !window.per_try || most == 0) return steps;
  const std::int64_t tries = *layer.tries;
  Duration now;
  std::int64_t number = 1;
  std::size_t run = 0;
  std::int64_t in_run = 0;
  const auto shown = static_cast<std::int64_t>(most);
  for (; number < tries && (number < shown || tries <= shown); ++number) {
    if (run >= window.delays.size()) return steps;
    const Duration delay = window.delays[run].delay;
    if (++in_run == window.delays[run].count) {
      ++run;
      in_run = 0;
    }
    if (window.by_deadline && now >= *window.window) return steps;
    RetryStep step{number, now, *window.per_try, delay};
    if (window.by_deadline) {  // what the deadline cuts off is neither run nor waited for
      const Duration left{window.window->ms - now.ms};
      step.lasts = std::min(step.lasts, left);
      step.sleeps = std::min(delay, Duration{left.ms - step.lasts.ms});
      if (step.lasts == left) step.sleeps.reset();
    }
    steps.push_back(step);
    now = now + *window.per_try + delay;
  }
  if (window.by_deadline) return steps;
  const Duration last{window.window->ms - window.waits.ms - window.per_try->ms * (tries - 1)};
  steps.push_back({tries, Duration{window.window->ms - last.ms}, last, std::nullopt});
  return steps;
}

std::string_view to_word(TtlFinding::Level level) {
  constexpr std::string_view kWords[] = {"note", "warning", "failure"};
  return kWords[level];
}

}  // namespace idem
