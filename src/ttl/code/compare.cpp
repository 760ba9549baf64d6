#include "ttl/code/compare.hpp"

#include "ttl/presets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace idem {

namespace {

using Literals = std::vector<const CodeLiteral*>;

Literals of_kind(const CodeScan& scan, CodeLiteral::Kind kind) {
  Literals found;
  for (const CodeLiteral& literal : scan.literals)
    if (literal.kind == kind) found.push_back(&literal);
  return found;
}

std::string place(const CodeLiteral& literal) { return fmt::format("{}:{}", literal.file, literal.line); }

std::string folder_of(const std::string& file) {
  return file.substr(0, file.rfind('/') == std::string::npos ? 0 : file.rfind('/'));
}

// Those of `others` that belong to `literal`: of the same file, else of the same folder, else the only one there is.
Literals partners(const CodeLiteral& literal, const Literals& others) {
  Literals same_file, same_folder;
  for (const CodeLiteral* other : others) {
    if (other->file == literal.file) same_file.push_back(other);
    if (folder_of(other->file) == folder_of(literal.file)) same_folder.push_back(other);
  }
  if (!same_file.empty()) return same_file;
  if (!same_folder.empty()) return same_folder;
  return others.size() == 1 ? others : Literals{};
}

std::string told(const CodeLiteral& literal) {
  return fmt::format("{} ({} {}{})", place(literal), literal.name, to_human(literal.duration),
                     literal.unit_assumed ? ", unit assumed" : "");
}

// Guards (leases, visibility timeouts) that end before the longest run they guard.
void shorter_than_job(const CodeScan& scan, CodeLiteral::Kind kind, const char* rule, const char* what,
                      const char* means, std::vector<TtlFinding>& findings) {
  const Literals jobs = of_kind(scan, CodeLiteral::job_timeout);
  for (const CodeLiteral* guard : of_kind(scan, kind)) {
    const Literals runs = partners(*guard, jobs);
    const auto longest = std::max_element(
        runs.begin(), runs.end(), [](const CodeLiteral* a, const CodeLiteral* b) { return a->duration < b->duration; });
    if (longest == runs.end() || guard->duration > (*longest)->duration) continue;
    findings.push_back(
        {TtlFinding::failure, rule,
         fmt::format("{}: the {} is not longer than the run it covers, {}: {}", told(*guard), what, told(**longest),
                     means),
         fmt::format("make it longer than {}, or renew it while the work goes on", to_human((*longest)->duration))});
  }
}

// The sender whose webhooks a place handles, by the words around it.
std::optional<Preset> webhook_of(const CodeLiteral& literal, const std::vector<Preset>& presets) {
  const std::string where = literal.file + " " + literal.name;
  for (const Preset& preset : presets) {
    const std::size_t end = preset.id.find("-webhooks");
    if (end == std::string::npos || !preset.window) continue;
    if (where.find(preset.id.substr(0, preset.id.find('-'))) != std::string::npos) return preset;
  }
  return std::nullopt;
}

void shorter_than_webhook(const CodeScan& scan, std::vector<TtlFinding>& findings) {
  const Literals windows = of_kind(scan, CodeLiteral::dedup_window);
  if (windows.empty()) return;
  const Result<std::vector<Preset>> presets = built_in_presets();
  for (const CodeLiteral* window : windows) {
    const std::optional<Preset> sender = presets ? webhook_of(*window, *presets) : std::nullopt;
    if (!sender || window->duration >= *sender->window) continue;
    findings.push_back(
        {TtlFinding::failure, "dedup-window-short",
         fmt::format("{}: events are forgotten while {} may still send them (for {}): a late one is processed twice",
                     told(*window), sender->name, to_human(*sender->window)),
         fmt::format("remember them for at least {}", to_human(*sender->window))});
  }
}

void shorter_than_need(const CodeScan& scan, std::optional<Duration> need, std::vector<TtlFinding>& findings) {
  for (const CodeLiteral* ttl : of_kind(scan, CodeLiteral::key_ttl)) {
    if (!need || ttl->duration >= *need) continue;
    findings.push_back({TtlFinding::failure, "short-ttl",
                        fmt::format("{}: the key is forgotten before the last retry can come; {} are needed",
                                    told(*ttl), to_human(*need)),
                        fmt::format("remember the key for at least {}", to_human(*need))});
  }
}

}  // namespace

std::optional<RetryLayer> client_layer_of(const CodeScan& scan) {
  constexpr std::size_t kNear = 15;  // lines between a timeout and its retries
  std::optional<RetryLayer> longest;
  Duration window;
  for (const CodeLiteral* timeout : of_kind(scan, CodeLiteral::client_timeout)) {
    RetryLayer layer;
    layer.name = place(*timeout);
    layer.timeout = {TryTime::limited, timeout->duration};
    layer.tries = 1;
    layer.backoff = Backoff::none;
    for (const CodeLiteral* retries : of_kind(scan, CodeLiteral::retries)) {
      const auto apart = retries->line > timeout->line ? retries->line - timeout->line : timeout->line - retries->line;
      if (retries->file == timeout->file && apart <= kNear) layer.tries = std::max(*layer.tries, retries->count + 1);
    }
    const Duration found = *retry_window({layer}).window;
    if (longest && found <= window) continue;
    window = found;
    longest = layer;
  }
  return longest;
}

std::vector<TtlFinding> compare_literals(const CodeScan& scan, std::optional<Duration> need) {
  std::vector<TtlFinding> findings;
  shorter_than_job(scan, CodeLiteral::lease, "lease-too-short", "lease",
                   "another worker may take over while the first one still runs", findings);
  shorter_than_job(scan, CodeLiteral::visibility, "visibility-too-short", "visibility timeout",
                   "the message is handed out again while it is being processed", findings);
  shorter_than_webhook(scan, findings);
  shorter_than_need(scan, need, findings);
  return findings;
}

}  // namespace idem
