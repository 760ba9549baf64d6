// Reads catalogue rows from TOML. Field names of a layer are those of an inline layer, so that one function sets both.
#include "ttl/presets.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <array>
#include <cmath>

namespace idem {

namespace {

Error bad_row(const std::string& origin, const toml::node& node, const std::string& message) {
  return {ErrorKind::config, fmt::format("{}:{}: {}", origin, node.source().begin.line, message)};
}

// A scalar as the text that set_layer_field takes.
std::optional<std::string> as_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* real = node.as_floating_point()) {
    if (!std::isfinite(real->get())) return std::nullopt;
    std::string text = fmt::format("{:.6f}", real->get());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  }
  return std::nullopt;
}

Result<std::vector<std::string>> as_texts(const std::string& origin, const toml::node& node) {
  std::vector<std::string> texts;
  const toml::array* array = node.as_array();
  if (array == nullptr) return bad_row(origin, node, "a list of strings is expected");
  for (const toml::node& item : *array) {
    const auto* text = item.as_string();
    if (text == nullptr) return bad_row(origin, item, "a string is expected");
    texts.push_back(text->get());
  }
  return texts;
}

Result<void> set_bound(RetryLayer& layer, std::string_view key, const std::string& value) {
  const Result<Duration> bound = parse_duration(value);
  if (!bound) return bound.error();
  layer.deadline = *bound;
  layer.deadline_reason = key == "retention" ? "the broker's retention" : "the vendor's statement";
  return {};
}

// Texts of a row that are kept as they are; nullptr for any other key.
std::string* text_field(Preset& row, std::string_view key) {
  if (key == "id") return &row.id;
  if (key == "name") return &row.name;
  if (key == "kind") return &row.kind;
  if (key == "basis") return &row.basis;
  if (key == "sends_key") return &row.sends_key;
  if (key == "note") return &row.note;
  if (key == "source") return &row.source;
  if (key == "as_of") return &row.as_of;
  if (key == "unbounded") return &row.layer.unbounded_reason;
  return nullptr;
}

std::string* text_field(KnownWindow& row, std::string_view key) {
  if (key == "id") return &row.id;
  if (key == "name") return &row.name;
  if (key == "kind") return &row.kind;
  if (key == "key") return &row.key;
  if (key == "note") return &row.note;
  if (key == "source") return &row.source;
  if (key == "as_of") return &row.as_of;
  return nullptr;
}

Result<void> set_delays(RetryLayer& layer, const std::vector<std::string>& delays) {
  std::string joined;
  for (const std::string& delay : delays) joined += (joined.empty() ? "" : ";") + delay;
  return set_layer_field(layer, "delays", joined);
}

Result<void> set_preset_field(Preset& row, std::string_view key, const toml::node& node, const std::string& origin) {
  if (key == "aliases" || key == "layers" || key == "delays") {
    Result<std::vector<std::string>> texts = as_texts(origin, node);
    if (!texts) return texts.error();
    if (key == "delays") return set_delays(row.layer, *texts);
    (key == "aliases" ? row.aliases : row.composed_of) = *std::move(texts);
    return {};
  }
  const std::optional<std::string> value = as_text(node);
  if (!value) return bad_row(origin, node, fmt::format("{} has an unexpected type", key));
  if (std::string* text = text_field(row, key)) {
    *text = *value;
    return {};
  }
  if (key == "retries_post") {
    row.retries_post = *value == "true";
    return {};
  }
  if (key == "formula_only" || key == "unbounded_delays" || key == "from_zero") {
    (key == "formula_only" ? row.formula_only
     : key == "from_zero"  ? row.layer.from_zero
                           : row.layer.unbounded_delays) = *value == "true";
    return {};
  }
  if (key == "retention" || key == "stated") return set_bound(row.layer, key, *value);
  if (key == "window" || key == "server_hint_max") {
    const Result<Duration> parsed = parse_duration(*value);
    if (!parsed) return parsed.error();
    (key == "window" ? row.window : row.layer.server_hint_max) = *parsed;
    return {};
  }
  return set_layer_field(row.layer, key, *value);
}

Result<void> set_window_field(KnownWindow& row, std::string_view key, const toml::node& node,
                              const std::string& origin) {
  if (key == "aliases") {
    Result<std::vector<std::string>> texts = as_texts(origin, node);
    if (!texts) return texts.error();
    row.aliases = *std::move(texts);
    return {};
  }
  const std::optional<std::string> value = as_text(node);
  if (!value) return bad_row(origin, node, fmt::format("{} has an unexpected type", key));
  if (std::string* text = text_field(row, key)) {
    *text = *value;
    return {};
  }
  if (key == "unverified") {
    row.unverified = *value == "true";
    return {};
  }
  if (key != "window" && key != "redelivers") return bad_row(origin, node, fmt::format("unknown key {}", key));
  if (key == "window" && (*value == "forever" || *value == "unpublished" || *value == "none")) {
    row.state = *value == "forever" ? KnownWindow::forever
                : *value == "none"  ? KnownWindow::none
                                    : KnownWindow::unpublished;
    return {};
  }
  const Result<Duration> parsed = parse_duration(*value);
  if (!parsed) return parsed.error();
  if (key == "window") row.window = *parsed;
  if (key == "redelivers") row.redelivers = *parsed;
  return {};
}

Result<void> finish(Preset& row) {
  if (!row.composed_of.empty() || row.formula_only) return {};
  row.layer.name = row.id;
  row.layer.preset = row.id;
  row.layer.sends_key = row.sends_key;
  return check_layer(row.layer);
}

Result<void> finish(KnownWindow& row) {
  if (row.kind == "provider" || row.kind == "queue") return {};
  return Error{ErrorKind::config, "kind is provider or queue"};
}

// The rows [[table]] of a file. Any other top-level key is an error, so that a typing error does not drop rows.
template <typename Row, typename SetField>
Result<std::vector<Row>> read_rows(std::string_view text, const std::string& origin, std::string_view table,
                                   SetField set_field) {
  std::vector<Row> rows;
  try {
    const toml::table root = toml::parse(text, origin);
    for (const auto& [key, node] : root)
      if (key.str() != table || !node.is_array())
        return bad_row(origin, node,
                       fmt::format("'{}' is not expected here; rows begin with [[{}]]", key.str(), table));
    const toml::array* array = root.empty() ? nullptr : root.begin()->second.as_array();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const toml::node& item = *array->get(i);
      const toml::table* fields = item.as_table();
      if (fields == nullptr) return bad_row(origin, item, fmt::format("a row begins with [[{}]]", table));
      Row row;
      for (const auto& [key, node] : *fields) {
        const Result<void> done = set_field(row, key.str(), node, origin);
        if (!done)
          return done.error().kind == ErrorKind::config ? done.error() : bad_row(origin, node, done.error().message);
      }
      if (row.id.empty()) return bad_row(origin, item, "the row has no id");
      const Result<void> done = finish(row);
      if (!done) return bad_row(origin, item, row.id + ": " + done.error().message);
      rows.push_back(std::move(row));
    }
  } catch (const toml::parse_error& error) {
    return Error{ErrorKind::config, fmt::format("{}:{}: {}", origin, error.source().begin.line, error.description())};
  }
  return rows;
}

}  // namespace

Result<std::vector<Preset>> parse_presets(std::string_view text, const std::string& origin) {
  return read_rows<Preset>(text, origin, "preset", set_preset_field);
}

Result<std::vector<KnownWindow>> parse_windows(std::string_view text, const std::string& origin) {
  return read_rows<KnownWindow>(text, origin, "window", set_window_field);
}

Result<std::vector<Preset>> built_in_presets() {
  std::vector<Preset> all;
  for (const Resource& file : resources_below("src/catalog/retry_presets/")) {
    Result<std::vector<Preset>> rows = parse_presets(file.text, std::string(file.path));
    if (!rows) return rows.error();
    for (Preset& row : *rows) all.push_back(std::move(row));
  }
  return all;
}

Result<std::vector<KnownWindow>> built_in_windows() {
  return parse_windows(resource("src/catalog/provider_windows.toml"), "provider_windows.toml");
}

}  // namespace idem
