#pragma once

#include "base/duration.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A time or a number of tries that code or configuration sets: an argument of a call into a library that a catalogue
// row knows, or a value beside a telling name. Values are evaluated (constants across files, arithmetic, durations of
// libraries, the default of an environment variable); what depends on the run is not found.
struct CodeSetting {
  enum Kind {
    client_timeout,  // of one HTTP call
    retries,         // tries after the first one
    job_timeout,     // longest run of a worker, job or function
    visibility,      // after which a queue hands a message out again
    lease,           // lock or lease that guards work
    key_ttl,         // how long an idempotency key is remembered
    dedup_window,    // how long a processed event is remembered
  } kind = client_timeout;
  std::string name;        // what sets it: "requests.post timeout", "workers.invoice.timeout"
  std::string around;      // words of what stands around it: functions, types, keys; for telling what belongs together
  Duration duration;       // unless retries
  std::int64_t count = 0;  // retries
  bool unit_assumed = false;
  std::string file;  // relative to the project's root, with /
  std::size_t line = 0;
};

// "client timeout", "key TTL", ...
std::string_view to_word(CodeSetting::Kind kind);

struct CodeScan {
  std::vector<CodeSetting> settings;  // by file and line
  std::size_t files = 0;              // that were read
  std::vector<std::string> unread;    // files or folders that could not be read, or not to their end
};

// Reads a file or folder: the languages that idem reads, and YAML, TOML, JSON and .env files. What the project ignores,
// tests, vendored and generated code are left out as `idem scan` leaves them out; constants and imports are followed
// anywhere in the project.
Result<CodeScan> scan_code(const std::string& path);

}  // namespace idem
