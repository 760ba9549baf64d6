#include "ttl/windows.hpp"

#include <fmt/core.h>

namespace idem {

std::string_view to_word(ProtectionWindow::Kind kind) {
  constexpr std::string_view kWords[] = {"api-key", "business-unique", "consumer", "queue", "provider"};
  return kWords[kind];
}

Result<ProtectionWindow> parse_own_window(ProtectionWindow::Kind kind, std::string_view text) {
  ProtectionWindow window;
  window.kind = kind;
  const std::size_t equals = text.find('=');
  const std::string_view value = equals == std::string_view::npos ? text : text.substr(equals + 1);
  if (equals == 0)
    return Error{
        ErrorKind::usage,
        fmt::format("'{}' has no name before the =; write it NAME=DURATION, such as acme=48h", text.substr(0, 60))}
        .with_context(fmt::format("--{}", to_word(kind)));
  const std::string own = equals == std::string_view::npos ? std::string() : std::string(text.substr(0, equals));
  if (kind == ProtectionWindow::consumer)
    window.name = own.empty() ? "consumer records" : own + " records";
  else
    window.name = own.empty() ? "business UNIQUE" : own;
  if (value == "forever") return window;
  const Result<Duration> ends = parse_duration(value);
  if (!ends)
    return Error{ends.error().kind, ends.error().message + "; or forever"}.with_context(
        fmt::format("--{}", to_word(kind)));
  window.ends = *ends;
  return window;
}

Result<ProtectionWindow> parse_known_window(ProtectionWindow::Kind kind, std::string_view text,
                                            const std::vector<KnownWindow>& known) {
  if (text.find('=') != std::string_view::npos) return parse_own_window(kind, text);
  const Result<KnownWindow> row = find_window(known, to_word(kind), text);
  if (!row) return row.error();
  ProtectionWindow window;
  window.kind = kind;
  window.name = row->name;
  window.unpublished = row->state == KnownWindow::unpublished;
  window.absent = row->state == KnownWindow::none;
  if (row->state == KnownWindow::ends) window.ends = row->window;
  if (window.absent) window.ends = Duration{};
  window.redelivers = row->redelivers;
  window.note = row->note;
  if (row->unverified)
    window.note += window.note.empty() ? "The page itself was not re-read." : " The page itself was not re-read.";
  window.source = row->source;
  window.as_of = row->as_of;
  return window;
}

std::string first_in_words(const ProtectionWindow& window, std::string_view name) {
  return fmt::format("{} {} the first to end", name, window.kind == ProtectionWindow::consumer ? "are" : "is");
}

std::optional<std::size_t> first_to_end(const std::vector<ProtectionWindow>& windows) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (!windows[i].ends || windows[i].absent) continue;
    if (!first || *windows[i].ends < *windows[*first].ends) first = i;
  }
  return first;
}

}  // namespace idem
