#pragma once

#include "base/duration.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A time or a number of tries that stands in code or configuration, read line by line without a parser: what is written
// as a literal beside a telling name is found, what is computed or spread over lines is not.
struct CodeLiteral {
  enum Kind {
    client_timeout,  // of one HTTP call
    retries,         // tries after the first one
    job_timeout,     // longest run of a worker, job or function
    visibility,      // after which a queue hands a message out again
    lease,           // lock or lease that guards work
    key_ttl,         // how long an idempotency key is remembered
    dedup_window,    // how long a processed event is remembered
  } kind = client_timeout;
  std::string name;        // as written, with the calls and sections around it: "queue.worker.timeout"
  Duration duration;       // unless retries
  std::int64_t count = 0;  // retries
  bool unit_assumed = false;
  std::string file;  // relative to the scanned folder, with /
  std::size_t line = 0;
};

std::string_view to_word(CodeLiteral::Kind kind);

enum class SourceKind { javascript, python, go, config };
std::optional<SourceKind> source_kind_of(std::string_view file);

// The literals of one file's text.
std::vector<CodeLiteral> find_literals(std::string_view text, const std::string& file, SourceKind kind);

struct CodeScan {
  std::vector<CodeLiteral> literals;  // by file and line
  std::size_t files = 0;
  std::vector<std::string> unread;  // files or folders that could not be read
  bool cut = false;                 // more files than the limit
};

// Scans a file or a folder: JavaScript, TypeScript, Python, Go, YAML, TOML, JSON and .env files. Hidden folders,
// installed packages and build output are left out, links are not followed, files above 1 MiB are skipped.
Result<CodeScan> scan_code(const std::string& path);

}  // namespace idem
