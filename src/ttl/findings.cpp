// What idem ttl has to say about the figures. Each finding is one question over the finished report.
#include "ttl/report.hpp"

#include "ttl/code/compare.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

using Findings = std::vector<TtlFinding>;

std::string dominant_name(const Budget& budget) {
  for (const Horizon& horizon : budget.horizons)
    if (horizon.dominates) return std::string(horizon.name);
  return "work and clock skew";
}

void unbounded(const TtlReport& report, Findings& findings) {
  if (report.budget.need) return;
  findings.push_back(
      {TtlFinding::failure, "unbounded-window",
       fmt::format("no finite TTL protects this: {}", report.retry.unbounded_reason),
       "give the retries an end (--deadline, or a number of tries and a timeout), or rest on a natural key: "
       "a business UNIQUE constraint that never ends"});
}

void too_short(const TtlReport& report, Findings& findings) {
  if (!report.question.check || !report.budget.need) return;
  const Duration ttl = *report.question.check;
  const Budget& budget = report.budget;
  if (ttl < *budget.need) {
    findings.push_back(
        {TtlFinding::failure, "short-ttl",
         fmt::format("a TTL of {} is {} shorter than the {} that is needed; what dominates is {}", to_human(ttl),
                     to_human(Duration{budget.need->ms - ttl.ms}), to_human(*budget.need), dominant_name(budget)),
         fmt::format("remember the key for at least {}", to_human(*budget.need))});
  } else if (ttl < budget.floor) {
    findings.push_back({TtlFinding::warning, "ttl-below-floor",
                        fmt::format("a TTL of {} covers the need of {} but is under the floor of {}: a retry that "
                                    "nobody planned for (a laptop "
                                    "that wakes up, a job started again by hand) finds no record",
                                    to_human(ttl), to_human(*budget.need), to_human(budget.floor)),
                        fmt::format("raise it to {}, or say --floor if you know better", to_human(budget.floor))});
  }
}

void outer_gives_up_first(const TtlReport& report, Findings& findings) {
  for (std::size_t i = 0; i + 1 < report.retry.layers.size(); ++i) {
    const LayerWindow& window = report.retry.layers[i];
    if (!window.outer_gives_up_first) continue;
    const RetryLayer& outer = report.question.layers[i];
    const RetryLayer& inner = report.question.layers[i + 1];
    const bool again = !outer.tries || *outer.tries > 1;
    findings.push_back(
        {TtlFinding::warning, "outer-timeout-shorter",
         fmt::format(
             "{} gives up after {}, but {} inside it may go on for {}: {} while the server may still run the first one",
             outer.name, to_human(outer.timeout.limit), inner.name, window.inner ? to_human(*window.inner) : "ever",
             again ? "it starts again" : "its caller is told of a failure and may start again"),
         fmt::format("raise the timeout of {} above {}, cut {} down, or cancel what is given up on (cancels=true)",
                     outer.name, window.inner ? to_human(*window.inner) : "it", inner.name)});
  }
}

void try_time_unknown(const TtlReport& report, Findings& findings) {
  if (report.retry.try_time_known || report.question.layers.empty() || !report.budget.need) return;
  const RetryLayer& innermost = report.question.layers.back();
  findings.push_back(
      {TtlFinding::warning, "try-time-unknown",
       fmt::format("only waits are counted: {} sets no limit on a single try, so its own time comes on top",
                   innermost.name),
       "say how long a try may take: --timeout, or --work for the longest run on the server"});
}

void server_hints(const TtlReport& report, Findings& findings) {
  for (const RetryLayer& layer : report.question.layers) {
    if (!layer.server_hint_max || layer.retry_after_max) continue;
    findings.push_back(
        {TtlFinding::note, "retry-after-obeyed",
         fmt::format("{} obeys a Retry-After of up to {}; the window holds for a server that sends none", layer.name,
                     to_human(*layer.server_hint_max)),
         fmt::format("if yours sends it, add --retry-after-max {}", to_seconds(*layer.server_hint_max))});
  }
}

void no_key_sent(const TtlReport& report, Findings& findings) {
  if (report.question.layers.empty()) return;
  const RetryLayer& innermost = report.question.layers.back();
  if (innermost.sends_key != "no") return;
  findings.push_back(
      {TtlFinding::note, "no-key-sent",
       fmt::format(
           "{} sends no idempotency key of its own: its retries look like new requests unless the caller passes a key",
           innermost.name),
       "make the key once, outside the retried call, and pass it in"});
}

void ceiling(const TtlReport& report, Findings& findings) {
  const Budget& budget = report.budget;
  if (!budget.above_ceiling) return;
  findings.push_back(
      {TtlFinding::warning, "above-ceiling",
       fmt::format(
           "the need of {} is above the ceiling of {}, which never lowers the answer: full responses kept that long "
           "cost storage and hold personal data",
           to_human(*budget.need), to_human(budget.ceiling)),
       fmt::format("keep the response for {} and a tombstone (key digest, fingerprint, outcome) for {}, or rest on a "
                   "business UNIQUE",
                   to_human(budget.ceiling), to_human(*budget.need))});
}

void lease(const TtlReport& report, Findings& findings) {
  const Budget& budget = report.budget;
  if (report.ttl && budget.lease >= *report.ttl)
    findings.push_back(
        {TtlFinding::warning, "lease-outlives-ttl",
         fmt::format("the lease of {} is not shorter than the TTL of {}: the record may expire while its run goes on",
                     to_human(budget.lease), to_human(*report.ttl)),
         "raise the TTL, or shorten the run"});
  if (budget.lease_assumed)
    findings.push_back(
        {TtlFinding::note, "lease-assumed",
         fmt::format(
             "the lease of {} is an assumption, since nobody said how long a run may take: renew it every {} while the "
             "run goes on",
             to_human(budget.lease), to_human(budget.heartbeat)),
         "say --work, the longest run on the server or its hard kill"});
}

void consumers(const TtlReport& report, Findings& findings) {
  const Duration redelivery = report.question.terms.redelivery;
  for (const ProtectionWindow& window : report.windows) {
    if (window.kind != ProtectionWindow::consumer || !window.ends) continue;
    if (*window.ends < redelivery)
      findings.push_back(
          {TtlFinding::failure, "consumer-window-short",
           fmt::format("{} end after {}, but a message may be delivered again for {}: the late one is processed twice",
                       window.name, to_human(*window.ends), to_human(redelivery)),
           fmt::format("keep them for at least {}", to_human(redelivery))});
    if (report.ttl && *window.ends < *report.ttl)
      findings.push_back(
          {TtlFinding::failure, "consumer-window-before-key",
           fmt::format(
               "{} end after {}, before the API key does ({}): a replayed request may publish its event to a consumer "
               "that has forgotten it",
               window.name, to_human(*window.ends), to_human(*report.ttl)),
           fmt::format("keep them for at least {}", to_human(*report.ttl))});
  }
}

void queues(const TtlReport& report, Findings& findings) {
  for (const ProtectionWindow& window : report.windows) {
    if (window.kind != ProtectionWindow::queue) continue;
    const bool consumer_record =
        std::any_of(report.windows.begin(), report.windows.end(),
                    [](const ProtectionWindow& w) { return w.kind == ProtectionWindow::consumer; });
    const Duration redelivery = std::max(report.question.terms.redelivery, window.redelivers.value_or(Duration{}));
    if (window.ends && (window.absent || *window.ends < redelivery) && !consumer_record)
      findings.push_back({TtlFinding::warning, "queue-window-short",
                          window.absent ? fmt::format("{} drops no duplicates and may deliver again for {}",
                                                      window.name, to_human(redelivery))
                                        : fmt::format("{} drops duplicates for {} only, but may deliver again for {}",
                                                      window.name, to_human(*window.ends), to_human(redelivery)),
                          "give the consumer a record of its own (--consumer) that outlives redelivery"});
  }
}

// Terms that nobody said on the command line are told with where they come from.
void redelivery_from_queue(const TtlReport& report, Findings& findings) {
  if (!report.question.redelivery_from.has_value()) return;
  findings.push_back({TtlFinding::note, "redelivery-assumed",
                      fmt::format("the late delivery of {} is what {} does unless it is set otherwise",
                                  to_human(report.question.terms.redelivery), *report.question.redelivery_from),
                      "say --redelivery if yours keeps messages for another time"});
}

void client_from_code(const TtlReport& report, Findings& findings) {
  if (!report.question.client_from_code) return;
  const RetryLayer& layer = report.question.layers.front();
  findings.push_back({TtlFinding::note, "retries-from-code",
                      fmt::format("the retry window is that of {}, the client timeout that, with the retries beside "
                                  "it, lasts longest in what was read",
                                  layer.name),
                      "say --timeout and --retries of who calls this server, if it is another one"});
}

void providers(const TtlReport& report, Findings& findings) {
  for (const ProtectionWindow& window : report.windows) {
    if (window.kind != ProtectionWindow::provider) continue;
    if (window.unpublished) {
      findings.push_back({TtlFinding::note, "provider-window-unpublished",
                          fmt::format("{} does not say how long it remembers a key", window.name),
                          "ask them, and look the operation up before sending it again"});
      continue;
    }
    if (!window.ends) continue;
    const bool resent_later = !report.budget.reach || *report.budget.reach > *window.ends;
    const bool kept_longer = report.ttl && *report.ttl > *window.ends;
    if (!resent_later && !kept_longer) continue;
    const std::string until =
        !report.budget.reach ? "without end" : fmt::format("for up to {}", to_human(*report.budget.reach));
    findings.push_back(
        {resent_later ? TtlFinding::warning : TtlFinding::note, "provider-window-short",
         resent_later
             ? fmt::format(
                   "{} forgets a key after {}, but retries may come {}: sent on after that, they are executed again",
                   window.name, to_human(*window.ends), until)
             : fmt::format("{} forgets a key after {}, before your own record ends ({}): a recovery that sends again "
                           "in between is "
                           "executed anew",
                           window.name, to_human(*window.ends), to_human(*report.ttl)),
         fmt::format("after {} do not send again: look the operation up first", to_human(*window.ends))});
  }
}

void business_unique(const TtlReport& report, Findings& findings) {
  for (const ProtectionWindow& window : report.windows) {
    if (window.kind != ProtectionWindow::business_unique || !window.ends || !report.ttl || *window.ends >= *report.ttl)
      continue;
    findings.push_back(
        {TtlFinding::warning, "business-window-short",
         fmt::format("{} ends after {}, before the API key ({}): nothing outlives the response", window.name,
                     to_human(*window.ends), to_human(*report.ttl)),
         "a business UNIQUE is worth having because it lasts: keep it for ever, or as long as the business record"});
  }
}

}  // namespace

std::vector<TtlFinding> findings_of(const TtlReport& report) {
  Findings findings;
  unbounded(report, findings);
  too_short(report, findings);
  if (report.question.code)
    for (TtlFinding& finding : compare_settings(*report.question.code, report.budget.need))
      findings.push_back(std::move(finding));
  consumers(report, findings);
  outer_gives_up_first(report, findings);
  try_time_unknown(report, findings);
  ceiling(report, findings);
  queues(report, findings);
  providers(report, findings);
  business_unique(report, findings);
  lease(report, findings);
  server_hints(report, findings);
  redelivery_from_queue(report, findings);
  client_from_code(report, findings);
  no_key_sent(report, findings);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const TtlFinding& a, const TtlFinding& b) { return a.level > b.level; });
  return findings;
}

}  // namespace idem
