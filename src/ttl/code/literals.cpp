#include "ttl/code/literals.hpp"

#include "ttl/code/line_reader.hpp"

#include <algorithm>
#include <array>

namespace idem {

namespace {

std::string plain(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (c != '_' && c != '-' && c != '.' && c != '$') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// What a name means, given what stands around it (all in `plain` form); nullopt when it tells nothing.
std::optional<CodeLiteral::Kind> kind_of(const std::string& name, const std::string& around) {
  const bool idempotency = holds_any(around, {"idempot", "idem"}) || holds_any(name, {"idempot"});
  const bool dedup = holds_any(around, {"dedup", "processedevent", "seenevent", "processedmessage", "inbox"}) ||
                     holds_any(name, {"dedup"});
  const bool lock = holds_any(around, {"lock", "lease", "mutex"}) || holds_any(name, {"lock", "lease"});
  if (holds_any(name, {"visibilitytimeout", "ackdeadline"}) || name.ends_with("retryafter"))
    return CodeLiteral::visibility;
  if (holds_any(name, {"leasettl", "leaseduration", "leaseseconds", "leasetime", "leasems", "lockttl", "locktimeout",
                       "lockduration", "lockexpir"}) ||
      name == "lease")
    return CodeLiteral::lease;
  if (holds_any(name, {"maxretries", "retrylimit", "maximumretrycount"}) || name == "retries")
    return CodeLiteral::retries;
  if (holds_any(name, {"stopafterattempt", "maxattempts", "maximumattempts"})) return CodeLiteral::retries;
  const bool expiry = holds_any(name, {"ttl", "expire", "expiry", "expiration", "retention", "window", "maxage"}) ||
                      name == "ex" || name == "px" || holds_any(name, {"setex", "setnx"});
  if (expiry && lock) return CodeLiteral::lease;
  if (expiry && dedup) return CodeLiteral::dedup_window;
  if (expiry && idempotency) return CodeLiteral::key_ttl;
  const bool timeout = holds_any(name, {"timeout", "timelimit", "maxruntime"});
  if (!timeout) return std::nullopt;
  if (holds_any(name, {"worker", "job", "task", "function", "lambda"}) ||
      holds_any(name, {"tasktimelimit", "maxruntime"}))
    return CodeLiteral::job_timeout;
  if (lock) return CodeLiteral::lease;
  if (holds_any(around,
                {"axios", "requests", "httpx", "fetch", "abortsignal", "gotextend", "httpclient", "client", "http"}))
    return CodeLiteral::client_timeout;
  if (holds_any(around, {"worker", "job", "queue", "celery", "lambda", "function", "consumer"}))
    return CodeLiteral::job_timeout;
  if (holds_any(name, {"requesttimeout", "readtimeout", "httptimeout"})) return CodeLiteral::client_timeout;
  return std::nullopt;
}

// Milliseconds a bare number counts: what its name says, else what is usual there; nullopt when nobody can tell.
std::optional<std::int64_t> bare_unit(const std::string& name, std::string_view written, SourceKind source,
                                      CodeLiteral::Kind kind, bool* assumed) {
  if (name.ends_with("ms") || name.ends_with("millis") || name.ends_with("milliseconds") || name == "px" ||
      name.ends_with("psetex"))
    return 1;
  if (name.ends_with("seconds") || name.ends_with("secs") || name.ends_with("sec") || name == "ex" ||
      name.ends_with("setex") || name.ends_with("expire"))
    return 1000;
  if (name.ends_with("minutes") || name.ends_with("mins")) return 60'000;
  if (name.ends_with("hours")) return 3'600'000;
  if (name.ends_with("days")) return 86'400'000;
  if (kind == CodeLiteral::visibility) return 1000;
  *assumed = true;
  if (source == SourceKind::javascript)
    return kind == CodeLiteral::client_timeout || kind == CodeLiteral::lease || kind == CodeLiteral::job_timeout ? 1
                                                                                                                 : 1000;
  if (source == SourceKind::python) return 1000;
  static_cast<void>(written);
  return std::nullopt;  // Go needs a unit, and in configuration it depends on who reads it
}

// Sections around a line, by indentation: YAML keys, TOML tables, functions, classes and calls left open.
struct Sections {
  std::vector<std::pair<std::size_t, std::string>> open;

  void leave(std::size_t indent) {
    while (!open.empty() && open.back().first >= indent) open.pop_back();
  }
  void enter(std::size_t indent, std::string_view line) {
    constexpr std::size_t kLongest = 160;
    if (line.empty() || open.size() > 64) return;
    const char last = line.back();
    if (last == ':' || last == '{' || last == '(' || last == '[' || line.front() == '[')
      open.emplace_back(indent, plain(line.substr(0, kLongest)));
  }
  std::string text() const {
    std::string all;
    for (const auto& [indent, name] : open) all += name + " ";
    return all;
  }
};

std::optional<CodeLiteral> literal_of(const NamedLiteral& named, const std::string& around, const std::string& file,
                                      std::size_t line, SourceKind source) {
  const std::string name = plain(named.name);
  const bool set_with_time =
      name.ends_with("setex") ? named.position == 1 : name.ends_with("setnx") && named.unit_ms.has_value();
  const bool only_argument =
      named.position == 0 && (name.ends_with("stopafterattempt") || (name.ends_with("abortsignaltimeout")));
  if (named.argument && !set_with_time && !only_argument) return std::nullopt;
  const std::optional<CodeLiteral::Kind> kind = kind_of(name, around + plain(file));
  if (!kind) return std::nullopt;
  CodeLiteral literal;
  literal.kind = *kind;
  literal.name = named.name;
  literal.file = file;
  literal.line = line;
  if (*kind == CodeLiteral::retries) {
    if (named.unit_ms || named.amount % 1000 != 0 || named.amount > 1'000'000) return std::nullopt;
    const bool counts_first = name.find("attempt") != std::string::npos;
    literal.count = std::max<std::int64_t>(0, named.amount / 1000 - (counts_first ? 1 : 0));
    return literal;
  }
  const std::optional<std::int64_t> unit =
      named.unit_ms ? named.unit_ms : bare_unit(name, named.name, source, *kind, &literal.unit_assumed);
  if (!unit || named.amount == 0) return std::nullopt;
  const Int128 ms = static_cast<Int128>(named.amount) * *unit / 1000;
  if (ms <= 0 || ms > days(36500).ms) return std::nullopt;
  literal.duration = milliseconds(static_cast<std::int64_t>(ms));
  return literal;
}

}  // namespace

std::string_view to_word(CodeLiteral::Kind kind) {
  constexpr std::array<std::string_view, 7> kWords{
      "client timeout", "retries", "job timeout", "visibility timeout", "lease", "key TTL", "de-duplication window"};
  return kWords[kind];
}

std::optional<SourceKind> source_kind_of(std::string_view file) {
  const std::string_view name = file.substr(file.rfind('/') == std::string_view::npos ? 0 : file.rfind('/') + 1);
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
  };
  if (name == "package-lock.json" || ends({".min.js", ".d.ts", "lock.json", "lock.yaml"})) return std::nullopt;
  if (ends({".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts"})) return SourceKind::javascript;
  if (ends({".py"})) return SourceKind::python;
  if (ends({".go"})) return SourceKind::go;
  if (ends({".yml", ".yaml", ".toml", ".json"}) || name == ".env" || name.starts_with(".env."))
    return SourceKind::config;
  return std::nullopt;
}

std::vector<CodeLiteral> find_literals(std::string_view text, const std::string& file, SourceKind kind) {
  std::vector<CodeLiteral> found;
  Sections sections;
  const bool hash = kind == SourceKind::python || (kind == SourceKind::config && !file.ends_with(".json"));
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = without_comment(text.substr(0, end), hash);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
    const std::size_t indent = line.find_first_not_of(" \t");
    if (indent == std::string_view::npos) continue;
    const bool table = kind == SourceKind::config && line[indent] == '[';
    sections.leave(table ? 0 : std::max<std::size_t>(indent, 0) + (file.ends_with(".toml") ? 1 : 0));
    const std::string around = sections.text() + plain(line.substr(0, 400)) + " ";
    for (const NamedLiteral& named : read_line(line))
      if (std::optional<CodeLiteral> literal = literal_of(named, around, file, number, kind))
        found.push_back(*std::move(literal));
    sections.enter(indent, line.substr(indent));
  }
  return found;
}

}  // namespace idem
