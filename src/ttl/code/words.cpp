#include "ttl/code/words.hpp"

#include <algorithm>
#include <array>

namespace idem {

namespace {

bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// "lock" that is no part of "block" or "clock".
bool holds_lock(std::string_view text) {
  for (std::size_t at = text.find("lock"); at != std::string_view::npos; at = text.find("lock", at + 1))
    if (at == 0 || (text[at - 1] != 'b' && text[at - 1] != 'c')) return true;
  return false;
}

// How long somebody waits for a lock, a connection or an end: nothing is held or run for that time.
bool waits_for_something(std::string_view name) {
  return holds_any(name, {"locktimeout",
                          "lockwait",
                          "blockingtimeout",
                          "waittimeout",
                          "acquiretimeout",
                          "releasetimeout",
                          "idle",
                          "keepalive",
                          "connecttimeout",
                          "connectiontimeout",
                          "conntimeout",
                          "pooltimeout",
                          "writetimeout",
                          "shutdowntimeout",
                          "statementtimeout",
                          "querytimeout",
                          "handshaketimeout",
                          "gracetimeout",
                          "draintimeout",
                          "sockettimeout",
                          "dialtimeout",
                          "closetimeout",
                          "startuptimeout",
                          "cachetimeout",
                          "headertimeout",
                          "continuetimeout"});
}

// "lease" that is no part of "release" or "please".
bool holds_lease(std::string_view text) {
  for (std::size_t at = text.find("lease"); at != std::string_view::npos; at = text.find("lease", at + 1))
    if (at == 0 || (text[at - 1] != 'p' && (text[at - 1] != 'e' || at < 2 || text[at - 2] != 'r'))) return true;
  return false;
}

struct KindWord {
  std::string_view row, shown;
};
constexpr std::array<KindWord, 7> kKinds{{{"client-timeout", "client timeout"},
                                          {"retries", "retries"},
                                          {"job-timeout", "job timeout"},
                                          {"visibility", "visibility timeout"},
                                          {"lease", "lease"},
                                          {"key-ttl", "key TTL"},
                                          {"dedup-window", "de-duplication window"}}};

}  // namespace

std::string_view to_word(CodeSetting::Kind kind) { return kKinds[kind].shown; }
std::string_view row_word(CodeSetting::Kind kind) { return kKinds[kind].row; }

std::optional<CodeSetting::Kind> kind_of_word(std::string_view word) {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (kKinds[i].row == word) return static_cast<CodeSetting::Kind>(i);
  return std::nullopt;
}

std::string plain_word(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (c != '_' && c != '-' && c != '.' && c != '$') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

std::optional<CodeSetting::Kind> kind_of_expiry(std::string_view words) {
  if (holds_lock(words) || holds_lease(words) || holds_any(words, {"mutex", "semaphore"})) return CodeSetting::lease;
  if (holds_any(words, {"dedup", "dedupe", "processedevent", "seenevent", "processedmessage", "processedwebhook",
                        "webhookevent", "eventseen", "alreadyprocessed", "inbox"}))
    return CodeSetting::dedup_window;
  if (holds_any(words, {"idempot", "idemkey", "idem:"})) return CodeSetting::key_ttl;
  return std::nullopt;
}

std::optional<CodeSetting::Kind> kind_of_name(std::string_view name, std::string_view around, std::string_view path) {
  if (holds_any(name, {"visibilitytimeout", "ackdeadline", "ackwait"}) ||
      (name == "retryafter" && holds_any(around, {"queue", "connections"})))
    return CodeSetting::visibility;
  if (waits_for_something(name)) return std::nullopt;
  const bool lease_time =
      holds_lease(name) && holds_any(name, {"leasettl", "leaseduration", "leaseseconds", "leasetime", "leasems"});
  if (lease_time || holds_any(name, {"lockttl", "lockduration", "lockexpir", "lockseconds", "lockms"}) ||
      name == "lease")
    return CodeSetting::lease;
  // A number of retries alone may be anybody's: only beside calls of a client it says something about one.
  if (holds_any(name, {"maxretries", "retrylimit", "maximumretrycount", "retrycount", "stopafterattempt", "maxattempts",
                       "maximumattempts"}) ||
      name == "retries") {
    if (around.find("healthcheck") != std::string_view::npos) return std::nullopt;  // a container's, nobody's request
    return CodeSetting::retries;
  }
  const bool expiry = holds_any(name, {"ttl", "expire", "expiry", "expiration", "retention", "window", "maxage"}) ||
                      name == "ex" || name == "px";
  if (expiry) {
    // The name itself says it best.
    if (const std::optional<CodeSetting::Kind> own = kind_of_expiry(name)) return own;
    const std::optional<CodeSetting::Kind> near = kind_of_expiry(around);
    return near ? near : kind_of_expiry(path);
  }
  if (!holds_any(name, {"timeout", "timelimit", "maxruntime", "maxduration"})) return std::nullopt;
  if (holds_any(name, {"worker", "job", "task", "function", "lambda", "maxruntime"})) return CodeSetting::job_timeout;
  if (holds_any(name, {"requesttimeout", "httptimeout", "clienttimeout", "apitimeout"}))
    return CodeSetting::client_timeout;
  const bool reads = holds_any(name, {"readtimeout", "receivetimeout"});
  if (!reads && (holds_lock(around) || around.find("mutex") != std::string_view::npos)) {
    if (holds_any(around, {"acquire", "filelock", "waitfor"})) return std::nullopt;  // how long somebody waits for it
    return CodeSetting::lease;
  }
  if (!reads && holds_any(around, {"worker", "job", "celery", "consumer"})) return CodeSetting::job_timeout;
  if (holds_any(around, {"redis", "database", "clickhouse", "mongo", "sql", "pool"})) return std::nullopt;
  if (reads && around.find("server") != std::string_view::npos) return std::nullopt;
  if (holds_any(around, {"client", "http", "fetch"})) return CodeSetting::client_timeout;
  return std::nullopt;
}

bool counts_first_try(std::string_view name) {
  const std::size_t tries = name.find("tries");
  const bool retries = tries != std::string_view::npos && tries >= 2 && name.substr(tries - 2, 2) == "re";
  return name.find("attempt") != std::string_view::npos || (tries != std::string_view::npos && !retries);
}

std::optional<std::int64_t> unit_of_name(std::string_view name) {
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
  };
  if (ends({"ms", "msec", "msecs", "millis", "milliseconds"}) || name == "px") return 1;
  if (ends({"seconds", "secs", "sec"}) || name == "ex") return 1000;
  if (ends({"minutes", "mins"})) return 60'000;
  if (ends({"hours"})) return 3'600'000;
  if (ends({"days"})) return 86'400'000;
  return std::nullopt;
}

}  // namespace idem
