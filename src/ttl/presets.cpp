#include "ttl/presets.hpp"

#include "base/near_miss.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

template <typename Row>
bool answers_to(const Row& row, std::string_view id) {
  return row.id == id || std::find(row.aliases.begin(), row.aliases.end(), id) != row.aliases.end();
}

const Preset* find_preset(const std::vector<Preset>& presets, std::string_view id) {
  // Later rows win: a user's own file may replace a built-in row.
  const auto found =
      std::find_if(presets.rbegin(), presets.rend(), [&](const Preset& row) { return answers_to(row, id); });
  return found == presets.rend() ? nullptr : &*found;
}

template <typename Row>
std::vector<std::string> names_of(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) {
    names.push_back(row.id);
    names.insert(names.end(), row.aliases.begin(), row.aliases.end());
  }
  return names;
}

// Whether `text` occurs in `whole`, ASCII letters of either case alike.
bool contains(std::string_view whole, std::string_view text) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::search(whole.begin(), whole.end(), text.begin(), text.end(),
                     [&](char a, char b) { return lower(a) == lower(b); }) != whole.end() ||
         text.empty();
}

// What made the row unbounded may be what the fields set; then its explanation no longer holds.
void apply_bounds(RetryLayer& layer) {
  const bool ends = layer.tries && layer.timeout.kind == TryTime::limited;
  if (ends && !layer.unbounded_delays) layer.unbounded_reason.clear();
}

}  // namespace

Result<std::vector<RetryLayer>> layers_of_preset(const std::vector<Preset>& presets, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view id = text.substr(0, colon);
  const Preset* row = find_preset(presets, id);
  if (row == nullptr)
    return Error{ErrorKind::usage, fmt::format("no preset '{}'{}; idem ttl presets lists them", id.substr(0, 60),
                                               did_you_mean(id, names_of(presets)))};
  if (row->formula_only)
    return Error{ErrorKind::usage,
                 fmt::format("preset {} is the shape of a wait and says nothing of tries; use --timeout, --retries, "
                             "--backoff exponential --jitter {}",
                             row->id, to_word(row->layer.jitter))};
  std::vector<RetryLayer> layers;
  if (row->composed_of.empty()) layers.push_back(row->layer);
  for (const std::string& part : row->composed_of) {
    const Preset* inner = find_preset(presets, part);
    if (inner == nullptr || !inner->composed_of.empty() || inner->formula_only)
      return Error{ErrorKind::config,
                   fmt::format("preset {} is made of '{}', which is no row of a single layer", row->id, part)};
    layers.push_back(inner->layer);
  }
  if (colon == std::string_view::npos) return layers;
  if (layers.size() != 1)
    return Error{ErrorKind::usage, fmt::format("preset {} has several layers; change them one by one", row->id)};
  Result<void> done = set_layer_fields(layers[0], text.substr(colon + 1));
  if (done) done = check_layer(layers[0]);
  if (!done) return done.error().with_context("preset " + row->id);
  apply_bounds(layers[0]);
  return layers;
}

std::vector<Preset> search_presets(const std::vector<Preset>& presets, std::string_view text) {
  std::vector<Preset> found;
  for (const Preset& row : presets) {
    bool holds =
        contains(row.id, text) || contains(row.name, text) || contains(row.kind, text) || contains(row.note, text);
    for (const std::string& alias : row.aliases) holds = holds || contains(alias, text);
    if (holds) found.push_back(row);
  }
  return found;
}

Result<KnownWindow> find_window(const std::vector<KnownWindow>& windows, std::string_view kind, std::string_view id) {
  std::vector<KnownWindow> of_kind;
  for (const KnownWindow& row : windows)
    if (row.kind == kind) of_kind.push_back(row);
  for (const KnownWindow& row : of_kind)
    if (answers_to(row, id)) return row;
  std::string known;
  for (const KnownWindow& row : of_kind) known += (known.empty() ? "" : ", ") + row.id;
  return Error{ErrorKind::usage,
               fmt::format("no {} '{}'{}; known are {}; give any other as NAME=DURATION, such as acme=48h", kind,
                           id.substr(0, 60), did_you_mean(id, names_of(of_kind)), known)};
}

}  // namespace idem
