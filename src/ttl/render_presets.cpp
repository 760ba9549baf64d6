#include "base/markup.hpp"
#include "base/terminal.hpp"
#include "base/version.hpp"
#include "ttl/render.hpp"
#include "ttl/window.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace idem {

namespace {

struct Shown {
  std::string tries, timeout, waits, window;
};

// What the columns say, computed from the parameters.
Shown shown(const std::vector<Preset>& all, const Preset& row) {
  if (row.formula_only)
    return {"-", "-", fmt::format("{}, {} jitter", to_word(row.layer.backoff), to_word(row.layer.jitter)),
            "formula only"};
  const Result<std::vector<RetryLayer>> layers = layers_of_preset(all, row.id);
  const RetryWindow window = retry_window(layers ? *layers : std::vector<RetryLayer>{row.layer});
  std::string words = row.window ? to_short(*row.window) : "unbounded";
  if (window.window) words = (window.try_time_known ? "" : "waits ") + to_short(*window.window);
  if (!row.composed_of.empty()) return {"-", "-", "layers", words};
  const TryTime& timeout = row.layer.timeout;
  return {row.layer.tries ? grouped(*row.layer.tries) : "no end",
          timeout.kind == TryTime::limited     ? to_short(timeout.limit)
          : timeout.kind == TryTime::unlimited ? "none"
                                               : "?",
          row.layer.deadline ? row.layer.deadline_reason : std::string(to_word(row.layer.backoff)), words};
}

}  // namespace

std::string render_presets_text(const std::vector<Preset>& all, const std::vector<Preset>& presets, bool color,
                                int width) {
  std::size_t id_width = 2;
  for (const Preset& row : presets) id_width = std::max(id_width, row.id.size());
  std::string text;
  const auto line = [&](std::string_view id, std::string_view tries, std::string_view timeout, std::string_view window,
                        std::string_view name) {
    std::string out =
        pad_right(id, id_width + 2) + pad_left(tries, 8) + pad_left(timeout, 9) + "  " + pad_right(window, 18);
    const std::size_t room =
        static_cast<std::size_t>(width) > out.size() + 12 ? static_cast<std::size_t>(width) - out.size() : 12;
    out += display_width(name) > room ? std::string(name.substr(0, room - 3)) + "..." : std::string(name);
    return out + "\n";
  };
  if (!presets.empty()) text += paint(color, Style::bold, line("id", "tries", "timeout", "window", "name"));
  for (const Preset& row : presets) {
    const Shown columns = shown(all, row);
    text += line(printable(row.id), columns.tries, columns.timeout, columns.window, printable(row.name));
    if (presets.size() > 8) continue;  // a long list stays a list; a short one tells all
    std::string aliases;
    for (const std::string& alias : row.aliases) aliases += (aliases.empty() ? "" : ", ") + alias;
    if (!aliases.empty()) text += "    also " + printable(aliases) + "\n";
    if (!row.layer.unbounded_reason.empty()) text += "    unbounded: " + printable(row.layer.unbounded_reason) + "\n";
    if (!row.note.empty()) text += "    " + printable(row.note) + "\n";
    if (!row.source.empty())
      text += paint(color, Style::dim, fmt::format("    {} ({})", printable(row.source), printable(row.as_of))) + "\n";
  }
  return text;
}

std::string render_presets_json(const std::vector<Preset>& presets) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Preset& row : presets) {
    nlohmann::ordered_json one;
    one["id"] = row.id;
    one["aliases"] = row.aliases;
    one["name"] = row.name;
    one["kind"] = row.kind;
    one["tries"] = row.layer.tries && row.composed_of.empty() && !row.formula_only
                       ? nlohmann::ordered_json(*row.layer.tries)
                       : nullptr;
    one["timeout_ms"] =
        row.layer.timeout.kind == TryTime::limited ? nlohmann::ordered_json(row.layer.timeout.limit.ms) : nullptr;
    one["window_ms"] = row.window ? nlohmann::ordered_json(row.window->ms) : nullptr;
    one["unbounded"] = row.basis == "unbounded";
    one["basis"] = row.basis;
    one["layers"] = row.composed_of;
    one["retries_post"] = row.retries_post ? nlohmann::ordered_json(*row.retries_post) : nullptr;
    one["sends_key"] = row.sends_key.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(row.sends_key);
    one["note"] = row.note;
    one["source"] = row.source;
    one["as_of"] = row.as_of;
    rows.push_back(one);
  }
  const nlohmann::ordered_json document{
      {"schema", "idem.ttl-presets/1"}, {"tool", {{"name", "idem"}, {"version", version()}}}, {"presets", rows}};
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string render_presets_markdown(const std::vector<Preset>& all, const std::vector<Preset>& presets) {
  std::string text = "| id | name | tries | timeout | window | source | as of |\n|---|---|---:|---:|---|---|---|\n";
  for (const Preset& row : presets) {
    const Shown columns = shown(all, row);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", escape_markdown(row.id), escape_markdown(row.name),
                        columns.tries, columns.timeout, columns.window, escape_markdown(row.source),
                        escape_markdown(row.as_of));
  }
  return text;
}

std::string render_presets_csv(const std::vector<Preset>& presets) {
  std::string text = "id,name,kind,tries,timeout_ms,window_ms,basis,source,as_of\n";
  for (const Preset& row : presets) {
    const bool single = row.composed_of.empty() && !row.formula_only;
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(row.id), csv_field(row.name), csv_field(row.kind),
                        single && row.layer.tries ? fmt::format("{}", *row.layer.tries) : "",
                        row.layer.timeout.kind == TryTime::limited ? fmt::format("{}", row.layer.timeout.limit.ms) : "",
                        row.window ? fmt::format("{}", row.window->ms) : "", csv_field(row.basis),
                        csv_field(row.source), csv_field(row.as_of));
  }
  return text;
}

}  // namespace idem
