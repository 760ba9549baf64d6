// The judgement of one entry point: the seven decisions, the alternatives, the verdict, and the findings of the rules.
#pragma once

#include "judge/states.hpp"
#include "judge/uniques.hpp"
#include "meaning/origin.hpp"
#include "report/report.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace idem {

// What was worked out about a case's operations already: rules ask the same again and again.
struct CaseMemo;
std::shared_ptr<CaseMemo> new_case_memo();

// A library that protects the entry point: its row and the value that stands for it.
struct Protector {
  const Row* row = nullptr;
  V value = nullptr;
};

// What the rules look at.
struct Case {
  Interpreter& interpreter;
  const RequestStates& states;
  const Uniques& uniques;
  const Endpoint* endpoint = nullptr;  // nullptr: a function that no entry point reaches
  Site place;                          // where the entry point is declared
  bool consumer = false, tool = false;
  std::vector<Protector> protectors = {};
  V registration = nullptr;  // of a tool whose registration can say whether it may be repeated
  std::shared_ptr<CaseMemo> memo = new_case_memo();
  std::optional<std::vector<std::string>> body = std::nullopt;  // see declared_body()
};

// How far an operation is protected by what came before it on every path.
struct Protection {
  bool claimed = false;         // a claim was won on every path
  bool raced = false;           // a look-up found nothing on every path, and finding something leaves
  bool checked = false;         // raced, and the look-up is about what this request writes
  bool guarded = false;         // a stored state that this request changes was tested first, and refused otherwise
  bool locked = false;          // inside a lock, on every path
  bool unique = false;          // the written table has a covering unique constraint
  bool unique_assumed = false;  // it has one, but whether the code fills its columns was not seen
  bool provider_key = false;    // the provider gets a key that is stable over repeats
  bool absolute = false;        // writes absolute values by id
  bool upsert = false;
  int by = -1;  // the operation that protects
  bool any() const { return claimed || checked || guarded || unique || unique_assumed || provider_key; }
};

Protection protection_of(const Case& subject, int op);
// Whether an operation is an effect that a repeat would double: not a store of keys, not an absolute write.
bool counts(const Case& subject, int op);
// Whether the operation deals with a key of the request (claim, look-up, stored answer).
bool about_key(const Case& subject, int op);
std::vector<Origin> key_origins(const Case& subject, const Operation& op);
// The value under which a claim or look-up keeps the request: of the column that is named so, or of the entry;
// nullptr when it is not told apart from the rest.
V kept_key(const Operation& op);
// Whether some path answers or leaves after this look-up or claim said "seen before".
bool leaves_when_seen(const Case& subject, int op);

Coverage decide(const Case& subject);

// rules_*.cpp: each adds its findings.
void rules_of_claims(const Case& subject, std::vector<Finding>& findings);
void rules_of_effects(const Case& subject, std::vector<Finding>& findings);
void rules_of_records(const Case& subject, std::vector<Finding>& findings);
void rules_of_keys(const Case& subject, std::vector<Finding>& findings);
void rules_of_leases(const Case& subject, std::vector<Finding>& findings);
void rules_of_expiry(const Case& subject, std::vector<Finding>& findings);
void rules_of_answers(const Case& subject, std::vector<Finding>& findings);
void rules_of_providers(const Case& subject, std::vector<Finding>& findings);

// A finding of a rule at a place, with severity by tier and the rule's own remedy.
Finding finding_at(const Case& subject, std::string_view rule, const Site& site, Tier tier, Confidence confidence,
                   std::string message);
Step step_of(const Case& subject, const Site& site, std::string text);
std::string call_text(const Case& subject, const Operation& op);
std::string where(const Case& subject, const Site& site);  // "src/pay.ts:58"
std::string subject_name(const Case& subject);             // "POST /orders", or the function's name
Tier tier_of_operation(const Operation& op);

// All findings, without repeats.
std::vector<Finding> judge(const Case& subject);

}  // namespace idem
