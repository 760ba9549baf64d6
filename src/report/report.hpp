// What scan and coverage found, as plain data: the one thing that every renderer, the gate and the selection read.
//
// The engine fills it; nothing here points into source text or facts. Paths are relative to the root and use '/',
// lines and columns are 1-based, an empty string or a zero line means "absent" unless said otherwise. The JSON form is
// schemas/report.json ("idem.report/1").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

enum class EntryKind : std::uint8_t { endpoint, consumer, job, tool };
enum class EffectKind : std::uint8_t {
  payment,
  notification,
  external_http,
  db_write,
  queue,
  storage,
  auth_session,
  process
};
// What is at stake; ordered, so the worst of several is their maximum.
enum class Tier : std::uint8_t { none, standard, strong };
enum class Severity : std::uint8_t { low, medium, high, critical };
enum class Confidence : std::uint8_t { low, medium, high };
// The seven decisions that make a repeat harmless, in the order in which a request meets them.
enum class Decision : std::uint8_t { accept, scope, fingerprint, claim, replay, expiry, downstream };
inline constexpr std::size_t kDecisionCount = 7;
enum class Status : std::uint8_t { no, yes, unknown, not_applicable };
enum class Verdict : std::uint8_t { covered, partial, uncovered, unknown, exempt };

// The words of reports, options and configuration: word(EffectKind::db_write) == "db_write". Status::not_applicable is
// "n/a".
std::string_view word(EntryKind kind);
std::string_view word(EffectKind kind);
std::string_view word(Tier tier);
std::string_view word(Severity severity);
std::string_view word(Confidence confidence);
std::string_view word(Decision decision);
std::string_view word(Status status);
std::string_view word(Verdict verdict);
// Back from a word; nullopt when it is none.
std::optional<EntryKind> entry_kind_of(std::string_view text);
std::optional<EffectKind> effect_kind_of(std::string_view text);
std::optional<Tier> tier_of(std::string_view text);
std::optional<Severity> severity_of(std::string_view text);
std::optional<Confidence> confidence_of(std::string_view text);
std::optional<Decision> decision_of(std::string_view text);
const std::vector<EffectKind>& all_effect_kinds();

// One step of a chain of evidence: what stands there, in a few words ("stripe.charges.create(…)").
struct Step {
  std::string file;
  std::uint32_t line = 0;
  std::string text;
};
using Evidence = std::vector<Step>;  // from the entry point down to the decisive place

struct LineRange {
  std::string file;
  std::uint32_t first = 0, last = 0;  // inclusive
};

struct Handler {
  std::string name;  // "" for an anonymous function
  std::string file;
  std::uint32_t line = 0, end_line = 0;
};

struct Effect {
  EffectKind kind = EffectKind::db_write;
  Tier tier = Tier::standard;
  Confidence confidence = Confidence::high;
  std::string ambient;   // why it does not count for the tier ("after the response", "in a catch arm"), or ""
  std::string target;    // what it reaches, as far as known: table, topic, host, provider operation
  std::string provider;  // id of a row of the provider catalogue ("stripe"), or ""
  Evidence evidence;     // ends at the call that has the effect
  std::vector<std::string> protected_by;  // words: decisions and kinds of alternatives that hold for this effect
};

struct DecisionState {
  Status status = Status::no;
  Evidence evidence;
  std::string note;  // what is wanting or why it is unknown, in a few words, or ""
};

// Another way than the seven decisions in which an effect is safe ("unique", "upsert", "absolute-write", …).
struct Alternative {
  std::string kind;
  bool sound = false;
  std::string limits;  // its condition or what makes it unsound
  Evidence evidence;
};

struct Coverage {
  Verdict verdict = Verdict::unknown;
  std::string reason;  // of exempt and unknown: why
  std::array<DecisionState, kDecisionCount> decisions;
  std::vector<Alternative> alternatives;

  DecisionState& operator[](Decision decision) { return decisions[static_cast<std::size_t>(decision)]; }
  const DecisionState& operator[](Decision decision) const { return decisions[static_cast<std::size_t>(decision)]; }
};

// An entry point: a route, or what else starts work.
struct Endpoint {
  std::string id;  // set by finish(): stable, unique in the report
  EntryKind kind = EntryKind::endpoint;
  std::string method;     // "POST", …, "ANY"; "" where the kind has none
  std::string path;       // "/orders/{id}"; "" where the kind has none
  std::string operation;  // topic, job, tool, GraphQL or gRPC operation; ""
  bool dynamic = false;   // part of the path could not be folded and stands as {expression}
  std::string reason;     // why it is dynamic, or what else should be known about the row
  std::string file;       // where it is registered
  std::uint32_t line = 0, column = 0;
  std::string language;   // "typescript"
  std::string framework;  // "express"
  std::string app;        // folder of the application in a repository of several, or ""
  std::optional<Handler> handler;
  std::vector<Handler> middleware;  // in the order in which a request meets it
  Tier tier = Tier::none;
  std::vector<Effect> effects;
  std::optional<Coverage> coverage;  // absent from scan
  std::vector<LineRange> reached;    // functions that the walk went through; not rendered, --since reads it
};

struct Suppression {
  std::string kind;    // "comment", "baseline" or "config"
  std::string reason;  // as the user gave it
  std::string until;   // YYYY-MM-DD or ""
};

struct Finding {
  std::string rule;
  Severity severity = Severity::medium;
  Confidence confidence = Confidence::high;
  std::string message;  // names the concrete thing, one sentence
  std::string remedy;
  std::string file;
  std::uint32_t line = 0, end_line = 0;  // of the whole statement
  std::string endpoint;                  // Endpoint::id, or ""
  Evidence evidence;
  std::string shape;        // the statement without names of variables, literals and layout; feeds the fingerprint
  std::string fingerprint;  // set by finish()
  std::optional<Suppression> suppressed;
};

// Something that could not be analysed, or that the user should know about the run.
struct Diagnostic {
  std::string kind;  // a word: "unreadable", "syntax", "budget", "no-routes", …
  std::string file;
  std::uint32_t line = 0;
  std::string message;
  bool incomplete = false;  // the answer may lack something because of it: exit 3 under --strict
};

// Files that policy left out, told as a count.
struct Skipped {
  std::string reason;  // a word: "tests", "vendored", "generated", "minified", "ignored", …
  std::size_t count = 0;
};

// A comment that carries "idem-ignore", as it stands in the source; the gate matches it with findings.
struct IgnoreComment {
  std::string file;
  std::uint32_t line = 0, end_line = 0;
  std::string text;  // from "idem-ignore" to its end
};

struct Timing {
  std::string stage;
  double seconds = 0;
};

struct Stats {
  std::size_t files = 0;  // analysed
  std::size_t bytes = 0;  // of those
  std::size_t used = 0;   // of those, the files that some entry point passes through
  std::vector<Skipped> skipped;
  std::vector<Timing> timings;  // rendered under --timing only
};

struct Report {
  std::string root = ".";  // as it is printed: relative to where idem was started
  std::vector<Endpoint> endpoints;
  std::vector<Finding> findings;
  std::vector<Diagnostic> diagnostics;
  std::vector<IgnoreComment> comments;
  Stats stats;
  bool coverage = false;  // made by coverage: endpoints carry their judgement
};

// Sorts everything by total keys and sets Endpoint::id (method + path or kind + operation, application folder, and an
// ordinal among equals) and Finding::fingerprint. Findings refer to endpoints by index before it has run: `refers[i]`
// is the index in `endpoints` of the endpoint of finding i, or npos.
inline constexpr std::size_t kNoEndpoint = static_cast<std::size_t>(-1);
void finish(Report& report, const std::vector<std::size_t>& refers = {});

// "POST /orders/{id}", or "consumer orders.created": how messages and tables name an entry point.
std::string title(const Endpoint& endpoint);
// Effects that count, without the ambient ones.
std::vector<const Effect*> counting_effects(const Endpoint& endpoint);

}  // namespace idem
