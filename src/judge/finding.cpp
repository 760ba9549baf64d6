#include "judge/judge.hpp"

#include "facts/expr_text.hpp"
#include "judge/libraries.hpp"
#include "judge/statement_shape.hpp"
#include "meaning/origin.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace idem {

Step step_of(const Case& subject, const Site& site, std::string text) {
  if (site.file == kNone) return {"", 0, std::move(text)};
  const Program& program = subject.interpreter.program();
  return {std::string(program.source_path(site.file)), program.line(site), std::move(text)};
}

// As it is written: people look for `s.db.ExecContext`, not for where s.db came from.
std::string call_text(const Case& subject, const Operation& op) {
  std::string text;
  if (op.site.file != kNone) {
    const FileFacts& facts = subject.interpreter.program().file(op.site.file).facts;
    for (const Expr& expr : facts.exprs)
      if (expr.kind == ExprKind::call && expr.span.begin == op.site.span.begin && expr.span.end == op.site.span.end)
        text = expr_text(facts, expr.a);
  }
  if (text.empty() || text.size() > 60 || text.find('\n') != std::string::npos) {
    const CallWords& words = words_of(subject.interpreter, op.call);
    text = words.receiver.empty() ? words.method : words.receiver.back() + "." + words.method;
    // A method that a library lends to a class of the project: the class says more.
    if (V owner = op.call->subject;
        owner != nullptr && (owner->is(ValueKind::type) || owner->is(ValueKind::instance)) && op.call->lib != nullptr) {
      const FileFacts& facts = subject.interpreter.program().file(owner->file).facts;
      text = std::string(facts.name(facts.types[owner->decl].name)) + "." + words.method;
    }
  }
  // "GroupViewSet.create on groupviewset" would tell nothing more.
  if (!op.table.empty() && op.table != "meta" && plain_name(text).find(op.table) == std::string::npos)
    text += " on " + op.table;
  return text;
}

std::string where(const Case& subject, const Site& site) {
  const Step step = step_of(subject, site, "");
  return fmt::format("{}:{}", step.file, step.line);
}

std::string subject_name(const Case& subject) {
  if (subject.endpoint != nullptr) return title(*subject.endpoint);
  if (subject.place.file == kNone) return "this function";
  const FileFacts& facts = subject.interpreter.program().file(subject.place.file).facts;
  const Fn* best = nullptr;
  for (const Fn& fn : facts.fns)
    if (fn.span.begin <= subject.place.span.begin && subject.place.span.end <= fn.span.end && fn.name != 0 &&
        (best == nullptr || fn.span.end - fn.span.begin < best->span.end - best->span.begin))
      best = &fn;
  return best == nullptr ? "this function" : std::string(facts.name(best->name)) + "()";
}

Finding finding_at(const Case& subject, std::string_view rule, const Site& site, Tier tier, Confidence confidence,
                   std::string message) {
  Finding finding;
  finding.rule = rule;
  finding.confidence = confidence;
  finding.message = std::move(message);
  if (const Rule* known = find_rule(rule); known != nullptr) {
    finding.severity = rule_severity(*known, tier);
    // One sentence after the other: the line breaks of the rule's page are layout.
    finding.remedy = known->remedy;
    std::replace(finding.remedy.begin(), finding.remedy.end(), '\n', ' ');
    while (finding.remedy.ends_with(' ')) finding.remedy.pop_back();
  }
  const Program& program = subject.interpreter.program();
  if (site.file != kNone) {
    finding.file = program.source_path(site.file);
    finding.line = program.line(site);
    finding.end_line = program.file(site.file).facts.line(site.span.end);
    finding.shape = statement_shape(program.file(site.file).facts, site.span);
  }
  return finding;
}

// A finding is often told where an entry point is declared, and is about what happens elsewhere: the call that its
// evidence ends at belongs to its identity.
static void add_decisive_call(const Case& subject, Finding& finding) {
  if (finding.evidence.empty()) return;
  const Step& last = finding.evidence.back();
  for (const Operation& op : subject.states.ops) {
    if (op.site.file == kNone) continue;
    const Step step = step_of(subject, op.site, "");
    if (step.line != last.line || step.file != last.file) continue;
    const FileFacts& facts = subject.interpreter.program().file(op.site.file).facts;
    finding.shape += " -> " + statement_shape(facts, op.site.span);
    return;
  }
}

std::vector<Finding> judge(const Case& subject) {
  std::vector<Finding> findings;
  rules_of_claims(subject, findings);
  rules_of_effects(subject, findings);
  rules_of_keys(subject, findings);
  rules_of_records(subject, findings);
  rules_of_leases(subject, findings);
  rules_of_expiry(subject, findings);
  rules_of_answers(subject, findings);
  rules_of_providers(subject, findings);
  rules_of_libraries(subject, findings);
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    const bool repeated = std::any_of(kept.begin(), kept.end(), [&](const Finding& known) {
      return std::tie(known.rule, known.file, known.line) == std::tie(finding.rule, finding.file, finding.line);
    });
    if (repeated || finding.file.empty()) continue;
    add_decisive_call(subject, finding);
    kept.push_back(std::move(finding));
  }
  return kept;
}

}  // namespace idem
