#include "sample_report.hpp"

namespace idem {

namespace {

Coverage judged(Verdict verdict, Status accept, Status claim, Status downstream) {
  Coverage coverage;
  coverage.verdict = verdict;
  coverage[Decision::accept] = {accept, {{"src/orders.ts", 12, "req.header('Idempotency-Key')"}}, ""};
  coverage[Decision::claim] = {claim, {}, claim == Status::no ? "select, then insert" : ""};
  coverage[Decision::downstream] = {downstream, {}, ""};
  coverage[Decision::expiry].status = Status::unknown;
  coverage[Decision::fingerprint].status = Status::not_applicable;
  return coverage;
}

Endpoint orders() {
  Endpoint endpoint{.method = "POST",
                    .path = "/orders/{id}/pay",
                    .file = "src/orders.ts",
                    .line = 41,
                    .column = 3,
                    .language = "typescript",
                    .framework = "express"};
  endpoint.handler = Handler{"payOrder", "src/pay.ts", 10, 60};
  endpoint.middleware = {{"requireUser", "src/auth.ts", 3, 20}};
  endpoint.tier = Tier::strong;
  endpoint.effects = {{EffectKind::payment,
                       Tier::strong,
                       Confidence::high,
                       "",
                       "paymentIntents.create",
                       "stripe",
                       {{"src/orders.ts", 41, "POST /orders/{id}/pay → payOrder"},
                        {"src/pay.ts", 58, "stripe.paymentIntents.create(…)"}},
                       {}},
                      {EffectKind::db_write,
                       Tier::standard,
                       Confidence::medium,
                       "",
                       "orders",
                       "",
                       {{"src/pay.ts", 61, "orders.update(…)"}},
                       {"unique"}},
                      {EffectKind::external_http,
                       Tier::strong,
                       Confidence::high,
                       "after the response",
                       "",
                       "",
                       {{"src/stats.ts", 5, "fetch(…)"}},
                       {}}};
  return endpoint;
}

Endpoint hostile() {
  Endpoint endpoint{.method = "PATCH",
                    .path = "/=cmd|' /C calc'!A0/{name}",
                    .file = "src/a,\"b\".ts",
                    .line = 7,
                    .column = 1,
                    .language = "typescript",
                    .framework = "fastify"};
  endpoint.dynamic = true;
  endpoint.reason = "prefix is read from \x1b[31mthe\x1b[0m environment";
  endpoint.tier = Tier::standard;
  endpoint.effects = {{.kind = EffectKind::db_write,
                       .target = "<script>alert(1)</script>",
                       .evidence = {{"src/a,\"b\".ts", 9, "db.query('x\xff')\n|`"}}}};
  return endpoint;
}

Endpoint consumer() {
  Endpoint endpoint{.kind = EntryKind::consumer,
                    .operation = "=orders.created",
                    .file = "worker/main.py",
                    .line = 5,
                    .language = "python",
                    .framework = "celery",
                    .app = "worker"};
  endpoint.handler = Handler{"", "worker/main.py", 6, 9};
  endpoint.tier = Tier::strong;
  endpoint.effects = {{.kind = EffectKind::notification,
                       .tier = Tier::strong,
                       .evidence = {{"worker/main.py", 8, "sendgrid.send(…)"}}}};
  return endpoint;
}

Endpoint health() {
  return {.method = "POST",
          .path = "/search",
          .file = "src/search.ts",
          .line = 2,
          .column = 1,
          .language = "typescript",
          .framework = "express"};
}

Endpoint removal() {
  Endpoint endpoint{.method = "DELETE",
                    .path = "/orders/{id}",
                    .file = "src/orders.ts",
                    .line = 80,
                    .column = 3,
                    .language = "typescript",
                    .framework = "express"};
  endpoint.tier = Tier::standard;
  endpoint.effects = {{.kind = EffectKind::db_write, .evidence = {{"src/orders.ts", 82, "orders.delete(…)"}}}};
  return endpoint;
}

Finding made(const char* rule, Severity severity, const char* message, const char* file, std::uint32_t line) {
  Finding finding{.rule = rule,
                  .severity = severity,
                  .message = message,
                  .remedy = "Read a key and claim it first.",
                  .file = file,
                  .line = line,
                  .end_line = line + 2};
  finding.evidence = {{file, line, "here"}, {"src/pay.ts", 58, "stripe.paymentIntents.create(…)"}};
  finding.shape = std::string(rule) + " call";
  return finding;
}

}  // namespace

Report sample_report(bool coverage) {
  Report report;
  report.coverage = coverage;
  report.endpoints = {orders(), hostile(), consumer(), health(), removal()};
  report.diagnostics = {{"syntax", "src/broken.ts", 3, "a part of the file is no valid TypeScript", true},
                        {"too-large", "src/big.js", 0, "skipped: 9 MiB is over the limit of 4 MiB", false}};
  report.stats = {.files = 12,
                  .bytes = 34567,
                  .used = 5,
                  .skipped = {{"tests", 3}, {"generated", 1}},
                  .timings = {{"parse", 0.25}}};
  std::vector<std::size_t> refers;
  if (coverage) {
    report.endpoints[0].coverage = judged(Verdict::uncovered, Status::no, Status::no, Status::no);
    report.endpoints[1].coverage = judged(Verdict::partial, Status::yes, Status::no, Status::not_applicable);
    report.endpoints[1].coverage->alternatives = {
        {"unique", false, "the column may be null", {{"db/schema.sql", 4, "UNIQUE"}}}};
    report.endpoints[2].coverage = judged(Verdict::covered, Status::not_applicable, Status::yes, Status::yes);
    report.endpoints[3].coverage = judged(Verdict::exempt, Status::no, Status::no, Status::no);
    report.endpoints[3].coverage->reason = "no side effect";
    report.endpoints[4].coverage = judged(Verdict::unknown, Status::unknown, Status::unknown, Status::unknown);
    report.endpoints[4].coverage->alternatives = {{"absolute-write", true, "", {}}};
    report.findings = {
        made("unprotected", Severity::critical,
             "POST /orders/{id}/pay charges through Stripe (src/pay.ts:58) but never reads a key", "src/orders.ts", 41),
        made("check-then-act", Severity::medium, "a lookup decides on an insert, 100% racy: %0A::error::\r\nx",
             "src/a,\"b\".ts", 9),
        made("no-expiry", Severity::low, "keys are never removed", "src/orders.ts", 20)};
    report.findings[1].confidence = Confidence::medium;
    report.findings[2].suppressed = Suppression{"comment", "kept for <audit>", "2030-01-01"};
    refers = {0, 1, 0};
  }
  finish(report, refers);
  return report;
}

}  // namespace idem
