#include "ttl/code/compare.hpp"

#include "ttl/code/words.hpp"
#include "ttl/presets.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

using Settings = std::vector<const CodeSetting*>;

Settings of_kind(const CodeScan& scan, CodeSetting::Kind kind) {
  Settings found;
  for (const CodeSetting& setting : scan.settings)
    if (setting.kind == kind) found.push_back(&setting);
  return found;
}

std::string place(const CodeSetting& setting) { return fmt::format("{}:{}", setting.file, setting.line); }

std::string folder_of(const std::string& file) {
  return file.substr(0, file.rfind('/') == std::string::npos ? 0 : file.rfind('/'));
}

// How many of the names around two settings are the same, from the outside in.
std::ptrdiff_t shared_names(const CodeSetting& a, const CodeSetting& b) {
  const auto [end, other] = std::mismatch(a.around.begin(), a.around.end(), b.around.begin(), b.around.end());
  return std::count(a.around.begin(), end, ' ');
}

// Those of `others` that belong to `setting`: of the same file, and there those that stand closest by the names around
// both; else the only one of the same folder, else the only one there is.
Settings partners(const CodeSetting& setting, const Settings& others) {
  Settings same_file, same_folder;
  std::ptrdiff_t closest = 0;
  for (const CodeSetting* other : others) {
    if (folder_of(other->file) == folder_of(setting.file)) same_folder.push_back(other);
    if (other->file != setting.file) continue;
    const std::ptrdiff_t shared = shared_names(setting, *other);
    if (shared > closest) same_file.clear();
    closest = std::max(closest, shared);
    if (shared == closest) same_file.push_back(other);
  }
  if (!same_file.empty()) return same_file;
  if (same_folder.size() == 1) return same_folder;
  return same_folder.empty() && others.size() == 1 ? others : Settings{};
}

std::string told(const CodeSetting& setting) {
  return fmt::format("{} ({} {}{})", place(setting), setting.name, to_human(setting.duration),
                     setting.unit_assumed ? ", unit assumed" : "");
}

// Guards (leases, visibility timeouts) that end before the longest run they guard.
void shorter_than_job(const CodeScan& scan, CodeSetting::Kind kind, const char* rule, const char* what,
                      const char* means, std::vector<TtlFinding>& findings) {
  const Settings jobs = of_kind(scan, CodeSetting::job_timeout);
  for (const CodeSetting* guard : of_kind(scan, kind)) {
    const Settings runs = partners(*guard, jobs);
    const auto longest = std::max_element(
        runs.begin(), runs.end(), [](const CodeSetting* a, const CodeSetting* b) { return a->duration < b->duration; });
    if (longest == runs.end() || guard->duration > (*longest)->duration) continue;
    // Of another folder it is the only run there is, but perhaps not the one that is guarded.
    const bool sure = folder_of((*longest)->file) == folder_of(guard->file);
    findings.push_back(
        {sure ? TtlFinding::failure : TtlFinding::warning, rule,
         fmt::format("{}: the {} is not longer than {}, {}: {}", told(*guard), what,
                     sure ? "the run it covers" : "the only run that is limited, if it is that one it covers",
                     told(**longest), means),
         fmt::format("make it longer than {}, or renew it while the work goes on", to_human((*longest)->duration))});
  }
}

// The sender whose webhooks a place handles, by the words around it.
std::optional<Preset> webhook_of(const CodeSetting& setting, const std::vector<Preset>& presets) {
  const std::string where = plain_word(setting.file) + " " + plain_word(setting.name) + " " + setting.around;
  for (const Preset& preset : presets) {
    const std::size_t end = preset.id.find("-webhooks");
    if (end == std::string::npos || !preset.window) continue;
    if (where.find(preset.id.substr(0, preset.id.find('-'))) != std::string::npos) return preset;
  }
  return std::nullopt;
}

void shorter_than_webhook(const CodeScan& scan, std::vector<TtlFinding>& findings) {
  const Settings windows = of_kind(scan, CodeSetting::dedup_window);
  if (windows.empty()) return;
  const Result<std::vector<Preset>> presets = built_in_presets();
  for (const CodeSetting* window : windows) {
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
  for (const CodeSetting* ttl : of_kind(scan, CodeSetting::key_ttl)) {
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
  for (const CodeSetting* timeout : of_kind(scan, CodeSetting::client_timeout)) {
    RetryLayer layer;
    layer.name = place(*timeout);
    layer.timeout = {TryTime::limited, timeout->duration};
    layer.tries = 1;
    layer.backoff = Backoff::none;
    for (const CodeSetting* retries : of_kind(scan, CodeSetting::retries)) {
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

std::vector<TtlFinding> compare_settings(const CodeScan& scan, std::optional<Duration> need) {
  std::vector<TtlFinding> findings;
  shorter_than_job(scan, CodeSetting::lease, "lease-too-short", "lease",
                   "another worker may take over while the first one still runs", findings);
  shorter_than_job(scan, CodeSetting::visibility, "visibility-too-short", "visibility timeout",
                   "the message is handed out again while it is being processed", findings);
  shorter_than_webhook(scan, findings);
  shorter_than_need(scan, need, findings);
  return findings;
}

}  // namespace idem
