#pragma once

#include "ttl/layer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A row of src/catalog/retry_presets/*.toml or of a user's own file.
struct Preset {
  std::string id;
  std::vector<std::string> aliases;
  std::string name, kind;
  RetryLayer layer;                      // unless composed_of or formula_only
  std::vector<std::string> composed_of;  // ids of other rows, outermost first
  bool formula_only = false;             // shape of a wait without a number of tries
  std::optional<Duration> window;        // the published figure that the parameters give back
  std::string basis;                     // how that figure came about, such as "attempts*timeout+delays"
  std::optional<bool> retries_post;
  std::string sends_key, note, source, as_of;
};

// The window in which a provider or a queue remembers: a row of src/catalog/provider_windows.toml.
struct KnownWindow {
  enum Kind { ends, forever, unpublished, none } state = ends;
  std::string id;
  std::vector<std::string> aliases;
  std::string name, kind, key;         // kind: provider or queue
  Duration window;                     // when it ends
  std::optional<Duration> redelivers;  // queues: how long a message may be handed out again
  bool unverified = false;
  std::string note, source, as_of;
};

// The built-in rows, in the order of the files; a broken built-in row is a bug and is told as one.
Result<std::vector<Preset>> built_in_presets();
Result<std::vector<KnownWindow>> built_in_windows();

// Rows of TOML text; `origin` names it in messages.
Result<std::vector<Preset>> parse_presets(std::string_view toml, const std::string& origin);
Result<std::vector<KnownWindow>> parse_windows(std::string_view toml, const std::string& origin);

// The layers of 'ID' or 'ID:key=value,...' (the fields change the row; they need a row of a single layer).
Result<std::vector<RetryLayer>> layers_of_preset(const std::vector<Preset>& presets, std::string_view text);

// Rows that have the text in id, aliases, name, kind or note, whatever the case; all rows for an empty text.
std::vector<Preset> search_presets(const std::vector<Preset>& presets, std::string_view text);

// The row with this id or alias; an unknown one is answered with the nearest ids.
Result<KnownWindow> find_window(const std::vector<KnownWindow>& windows, std::string_view kind, std::string_view id);

}  // namespace idem
