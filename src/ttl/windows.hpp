#pragma once

#include "base/duration.hpp"
#include "ttl/presets.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Something that recognises a repeat, and for how long.
struct ProtectionWindow {
  enum Kind { api_key, business_unique, consumer, queue, provider } kind = api_key;
  std::string name;
  std::optional<Duration> ends;        // nullopt = never, unless unpublished
  bool unpublished = false;            // nobody says when it ends
  bool absent = false;                 // it does not recognise repeats at all
  std::optional<Duration> redelivers;  // queues: how long they may hand a message out again
  std::string note, source, as_of;     // of a catalogue row; empty for the user's own
};

std::string_view to_word(ProtectionWindow::Kind kind);

// Reads the value of --provider, --queue (a catalogue id or NAME=DURATION), --consumer or --business-unique
// (DURATION, forever, or NAME=either).
Result<ProtectionWindow> parse_known_window(ProtectionWindow::Kind kind, std::string_view text,
                                            const std::vector<KnownWindow>& known);
Result<ProtectionWindow> parse_own_window(ProtectionWindow::Kind kind, std::string_view text);

// "Amazon SQS FIFO is the first to end", with the name as it is shown.
std::string first_in_words(const ProtectionWindow& window, std::string_view name);

// The index of the first to end: the real protection window. nullopt when none ends (or there is none).
std::optional<std::size_t> first_to_end(const std::vector<ProtectionWindow>& windows);

}  // namespace idem
