#include "reconcile/map_file.hpp"

#include "base/duration.hpp"
#include "base/file_output.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>

namespace idem::books {

namespace {

Result<Micros> span_of(const std::string& name, const std::string& value) {
  const Result<Duration> span = parse_duration(value);
  if (!span) return Error{ErrorKind::usage, fmt::format("--{} {}: {}", name, value, span.error().message)};
  if (span->ms > kInt64Max / 2000) return Error{ErrorKind::usage, fmt::format("--{} {}: too long", name, value)};
  return span->ms * 1000;
}

Result<Micros> time_of(const std::string& name, const std::string& value, const Request& request) {
  const std::optional<Micros> time = parse_time(value, request.zone_offset_seconds);
  if (time) return *time;
  return Error{ErrorKind::usage,
               fmt::format("--{} {}: not a time such as 2026-07-18T12:00:00Z or 2026-07-18", name, value)};
}

constexpr std::string_view kSettings[] = {
    "as-of",         "settle",    "lease",           "since",         "until",     "clock-skew",
    "repeat-window", "retention", "provider-window", "absence-final", "all-local", "local",
    "outage",        "link",      "timezone",        "currency",      "max-bad"};

// The known word nearest to `word`, by shared letters in order: good enough for a typing slip.
std::string hint(std::string_view word, const std::vector<std::string_view>& known) {
  std::string all;
  for (const std::string_view one : known) {
    all += (all.empty() ? "" : ", ") + std::string(one);
    if (one.size() > 2 && word.size() > 2 &&
        (one.substr(0, 3) == word.substr(0, 3) || one.substr(one.size() - 3) == word.substr(word.size() - 3)))
      return fmt::format("; did you mean \"{}\"?", one);
  }
  return "; known: " + all;
}

std::string where_in(const std::string& path, const toml::node& node) {
  return fmt::format("{}:{}", path, node.source().begin.line);
}

Error unknown(const std::string& path, const toml::node& node, std::string_view name,
              const std::vector<std::string_view>& known) {
  return {ErrorKind::config, fmt::format("{}: unknown name \"{}\"{}", where_in(path, node), name, hint(name, known))};
}

std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return "";
}

Result<void> read_states(const std::string& path, const toml::table& table, SourceSpec& spec) {
  static constexpr State kAll[] = {State::waiting,      State::processing,      State::failed_retryable,
                                   State::failed_final, State::outcome_unknown, State::manual_review,
                                   State::succeeded};
  for (const auto& [name, words] : table) {
    const auto* found = std::find_if(std::begin(kAll), std::end(kAll),
                                     [&, &state = name](State one) { return name_of(one) == state.str(); });
    if (found == std::end(kAll))
      return unknown(path, words, name.str(),
                     {"waiting", "processing", "failed_retryable", "failed_final", "outcome_unknown", "manual_review",
                      "succeeded"});
    if (!words.is_array())
      return Error{ErrorKind::config, fmt::format("{}: a list of words is wanted", where_in(path, words))};
    for (const toml::node& word : *words.as_array()) {
      std::string lower = text_of(word);
      for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c == '-' || c == ' ' ? '_' : c;
      spec.states[lower] = *found;
    }
  }
  return {};
}

Result<void> read_side(const std::string& path, const toml::table& table, Side side, Request& request) {
  SourceSpec spec;
  for (const auto& [name, node] : table) {
    const std::string_view word = name.str();
    if (word == "source") {
      spec.location = text_of(node);
    } else if (word == "table") {
      spec.table = text_of(node);
    } else if (word == "query") {
      spec.query = text_of(node);
    } else if (word == "where") {
      spec.where = text_of(node);
    } else if (word == "columns" && node.is_table()) {
      for (const auto& [role, column] : *node.as_table())
        spec.columns.emplace_back(std::string(role.str()), text_of(column));
    } else if (word == "states" && node.is_table()) {
      if (const auto read = read_states(path, *node.as_table(), spec); !read) return read.error();
    } else {
      return unknown(path, node, word, {"source", "table", "query", "where", "columns", "states"});
    }
  }
  auto& sources = request.sources[static_cast<std::size_t>(side)];
  // Sources named on the command line keep their place and take the mapping.
  if (sources.empty()) {
    if (!spec.location.empty()) sources.push_back(spec);
    return {};
  }
  for (SourceSpec& source : sources) {
    source.columns.insert(source.columns.begin(), spec.columns.begin(), spec.columns.end());
    source.states.insert(spec.states.begin(), spec.states.end());
    if (source.table.empty() && source.query.empty()) {
      source.table = spec.table;
      source.query = spec.query;
    }
    if (source.where.empty()) source.where = spec.where;
  }
  return {};
}

}  // namespace

Result<void> apply_setting(const std::string& name, const std::string& value, Request& request) {
  Settings& settings = request.settings;
  const auto set_span = [&](auto& target) -> Result<void> {
    const Result<Micros> span = span_of(name, value);
    if (!span) return span.error();
    target = *span;
    return {};
  };
  const auto set_time = [&](auto& target) -> Result<void> {
    const Result<Micros> time = time_of(name, value, request);
    if (!time) return time.error();
    target = *time;
    return {};
  };
  if (name == "timezone") {
    const Result<std::int64_t> offset = parse_zone(value);
    if (!offset) return offset.error();
    request.zone_offset_seconds = *offset;
    return {};
  }
  if (name == "currency") {
    request.currency = value;
    for (char& c : request.currency)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return {};
  }
  if (name == "max-bad") {
    if (value.empty() || value.size() > 15 || value.find_first_not_of("0123456789") != std::string::npos)
      return Error{ErrorKind::usage, fmt::format("--max-bad {}: a number of rows is wanted", value)};
    request.max_bad = std::stoull(value);
    return {};
  }
  if (name == "settle") return set_span(settings.settle);
  if (name == "lease") return set_span(settings.lease);
  if (name == "clock-skew") return set_span(settings.clock_skew);
  if (name == "repeat-window") return set_span(settings.repeat_window);
  if (name == "retention") return set_span(settings.retention);
  if (name == "statement-timeout") return set_span(request.statement_timeout);
  if (name == "provider-window") return set_span(settings.provider_window);
  if (name == "as-of") return set_time(settings.as_of);
  if (name == "since") return set_time(settings.since);
  if (name == "until") return set_time(settings.until);
  if (name == "absence-final" || name == "all-local") {
    (name == "all-local" ? settings.all_local : settings.absence_final) = value == "true";
    return {};
  }
  if (name == "local") {
    settings.local_operations.push_back(value);
    return {};
  }
  if (name == "link") {
    for (const Link link : {Link::key, Link::resource, Link::business})
      if (name_of(link) == value) {
        settings.link = link;
        return {};
      }
    return Error{ErrorKind::usage, fmt::format("--link {}: key, resource or business", value)};
  }
  if (name == "outage") {
    const std::size_t dots = value.find("..");
    const std::optional<Micros> from =
        dots == std::string::npos ? std::nullopt : parse_time(value.substr(0, dots), request.zone_offset_seconds);
    const std::optional<Micros> to =
        dots == std::string::npos ? std::nullopt : parse_time(value.substr(dots + 2), request.zone_offset_seconds);
    if (!from || !to || *to <= *from)
      return Error{ErrorKind::usage,
                   fmt::format("--outage {}: FROM..TO is wanted, such as 2026-07-18T09:00Z..2026-07-18T09:40Z", value)};
    settings.outage_from = from;
    settings.outage_to = to;
    return {};
  }
  return Error{ErrorKind::usage,
               fmt::format("unknown setting \"{}\"{}", name, hint(name, {std::begin(kSettings), std::end(kSettings)}))};
}

Result<void> apply_column(const std::string& text, std::array<ColumnChoices, kSides>& columns) {
  const std::size_t dot = text.find('.');
  const std::size_t equal = text.find('=');
  const std::optional<Side> side = dot == std::string::npos || equal == std::string::npos || equal < dot
                                       ? std::nullopt
                                       : side_named(text.substr(0, dot));
  if (!side)
    return Error{ErrorKind::usage,
                 fmt::format("--column {}: SIDE.ROLE=COLUMN is wanted, such as records.amount_minor=cents; sides: "
                             "keys, records, provider, events, executions",
                             text)};
  columns[static_cast<std::size_t>(*side)].emplace_back(text.substr(dot + 1, equal - dot - 1), text.substr(equal + 1));
  return {};
}

Result<void> read_map_file(const std::string& path, Request& request) {
  const Result<std::string> text = read_input(path, 1U << 20);
  if (!text) return text.error();
  toml::table file;
  try {
    file = toml::parse(*text);
  } catch (const toml::parse_error& error) {
    return Error{ErrorKind::config, fmt::format("{}:{}: {}", path, error.source().begin.line, error.description())};
  }
  for (const auto& [name, node] : file) {
    const std::string_view word = name.str();
    const std::optional<Side> side = side_named(word);
    if ((!side && word != "settings") || !node.is_table())
      return unknown(path, node, word, {"keys", "records", "provider", "events", "executions", "settings"});
    if (side) {
      if (const auto read = read_side(path, *node.as_table(), *side, request); !read) return read.error();
      continue;
    }
    for (const auto& [setting, value] : *node.as_table()) {
      std::vector<std::string> values;
      if (value.is_array()) {
        for (const toml::node& one : *value.as_array()) values.push_back(text_of(one));
      } else {
        values.push_back(text_of(value));
      }
      std::string dashed(setting.str());
      std::replace(dashed.begin(), dashed.end(), '_', '-');
      for (const std::string& one : values)
        if (const auto applied = apply_setting(dashed, one, request); !applied)
          return Error{ErrorKind::config, fmt::format("{}: {}", where_in(path, value), applied.error().message)};
    }
  }
  return {};
}

}  // namespace idem::books
