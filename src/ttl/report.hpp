#pragma once

#include "ttl/budget.hpp"
#include "ttl/code/settings.hpp"
#include "ttl/storage.hpp"
#include "ttl/window.hpp"
#include "ttl/windows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// What is asked, every option read.
struct TtlQuestion {
  std::vector<RetryLayer> layers;  // outermost first; may be empty when other horizons are given
  BudgetTerms terms;
  std::optional<Duration> planned;        // the TTL that exists or is meant: windows and storage are shown for it
  std::optional<Duration> check;          // the TTL to be judged
  std::vector<ProtectionWindow> windows;  // all but the API key's own
  std::optional<StorageTerms> storage;
  std::optional<CodeScan> code;  // literals found in code and configuration
  // Filled by answer(): the queue that redelivery is taken from, and whether the layer is a client found in code.
  std::optional<std::string> redelivery_from;
  bool client_from_code = false;
};

struct TtlFinding {
  enum Level { note, warning, failure } level = note;  // failure fails --check, warning fails it with --strict
  std::string rule;                                    // a word, stable
  std::string message;                                 // what is wrong and what it means
  std::string remedy;                                  // the way out, or empty
};

struct TtlReport {
  TtlQuestion question;
  RetryWindow retry;
  Budget budget;
  std::optional<Duration> ttl;  // checked, planned or recommended, the first that there is; nullopt = none protects
  std::vector<ProtectionWindow> windows;  // the API key first, when it has a TTL
  std::optional<std::size_t> first_to_end;
  std::optional<Storage> storage;
  std::vector<TtlFinding> findings;  // failures first
};

// Answers the question. An overflow is an error that names the figure.
Result<TtlReport> answer(TtlQuestion question);

// All findings of a report whose figures are filled in.
std::vector<TtlFinding> findings_of(const TtlReport& report);

std::string_view to_word(TtlFinding::Level level);

// "6 tries × 60s + 31s of waiting" for a layer, for people; "×" may be given as "x".
std::string sum_in_words(const RetryLayer& layer, const LayerWindow& window);

// One try of the step-by-step budget. The last has no sleep.
struct RetryStep {
  std::int64_t number = 1;
  Duration starts, lasts;
  std::optional<Duration> sleeps;
};

// The first `most` steps of a layer, worst case; empty for a layer without end and for a single try of unknown length.
// The last step is always among them when the layer ends, so numbers may jump before it.
std::vector<RetryStep> steps_of(const RetryLayer& layer, const LayerWindow& window, std::size_t most);

}  // namespace idem
