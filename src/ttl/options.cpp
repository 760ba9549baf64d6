#include "ttl/options.hpp"

#include "base/file_output.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

constexpr std::size_t kLargestPresetFile = 4 << 20;

Error usage(std::string message) { return {ErrorKind::usage, std::move(message)}; }

template <typename Field>  // Duration or optional<Duration>
Result<void> read_duration(Field& field, const char* option, const std::string& text) {
  if (text.empty()) return {};
  const Result<Duration> parsed = parse_duration(text);
  if (!parsed) return parsed.error().with_context(option);
  field = *parsed;
  return {};
}

Result<std::int64_t> read_margin(const std::string& text) {
  if (text.empty()) return kPpm;
  const Result<std::int64_t> factor = parse_factor(text, "margin");
  if (!factor) return factor.error().with_context("--margin");
  const std::int64_t ppm = text.back() == '%' ? kPpm + *factor : *factor;
  if (ppm < kPpm) return usage("--margin is a factor of at least 1, or a percentage on top: 1.5 and 50% are the same");
  return ppm;
}

Result<void> read_terms(const TtlOptions& options, BudgetTerms& terms) {
  for (const Result<void>& done :
       {read_duration(terms.offline, "--offline", options.offline),
        read_duration(terms.redelivery, "--redelivery", options.redelivery),
        read_duration(terms.replay, "--replay", options.replay), read_duration(terms.work, "--work", options.work),
        read_duration(terms.clock_skew, "--clock-skew", options.clock_skew),
        read_duration(terms.floor, "--floor", options.floor),
        read_duration(terms.ceiling, "--ceiling", options.ceiling)})
    if (!done) return done;
  const Result<std::int64_t> margin = read_margin(options.margin);
  if (!margin) return margin.error();
  terms.margin_ppm = *margin;
  if (terms.floor && terms.ceiling && *terms.floor > *terms.ceiling)
    return usage(fmt::format("--floor {} is above --ceiling {}", options.floor, options.ceiling));
  if (options.from != "completion" && options.from != "claim")
    return usage(fmt::format("--from is completion or claim, not '{}'", options.from.substr(0, 60)));
  terms.from_claim = options.from == "claim";
  return {};
}

// An option that the back-off does not use would change nothing, and nobody would see it.
Result<void> check_growth(const TtlOptions& options, const RetryLayer& layer) {
  for (const auto& [key, value] : options.fields) {
    const Backoff needs = key == "multiplier" ? Backoff::exponential : Backoff::polynomial;
    if (value.empty() || (key != "multiplier" && key != "power" && key != "offset") || layer.backoff == needs) continue;
    return usage(
        fmt::format("--{} belongs to {} back-off, but --backoff is {}", key, to_word(needs), to_word(layer.backoff)));
  }
  return {};
}

// The layer that --timeout, --retries and their like describe; nullopt when none of them is given.
Result<std::optional<RetryLayer>> plain_layer(const TtlOptions& options) {
  const bool described = std::any_of(options.fields.begin(), options.fields.end(),
                                     [](const auto& field) { return !field.second.empty(); });
  const bool alone = options.layers.empty();
  if (!described && !(alone && !options.deadline.empty())) return std::optional<RetryLayer>{};
  RetryLayer layer;
  layer.name = "client";
  if (described) layer.tries = 1;
  std::string retries, tries;
  for (const auto& [key, value] : options.fields) {
    if (value.empty()) continue;
    if (key == "retries") retries = value;
    if (key == "tries") tries = value;
    const Result<void> done = set_layer_field(layer, key, value);
    if (!done) return Error{done.error().kind, done.error().message}.with_context("--" + key);
  }
  if (!retries.empty() && !tries.empty())
    return usage("--retries and --tries say the same thing (tries counts the first one): give one of them");
  const Result<void> used = check_growth(options, layer);
  if (!used) return used.error();
  RetryLayer ended = layer;
  if (!options.deadline.empty()) ended.deadline = kLongest;  // its value is read later
  const Result<void> fits = check_layer(ended);
  if (!fits) return fits.error();
  return std::optional<RetryLayer>{layer};
}

Result<void> read_layers(const TtlOptions& options, const std::vector<Preset>& presets,
                         std::vector<RetryLayer>& layers) {
  for (const auto& [is_preset, text] : options.layers) {
    if (is_preset) {
      const Result<std::vector<RetryLayer>> found = layers_of_preset(presets, text);
      if (!found) return found.error();
      layers.insert(layers.end(), found->begin(), found->end());
    } else {
      const Result<RetryLayer> layer = parse_layer(text);
      if (!layer) return layer.error().with_context("--layer");
      layers.push_back(*layer);
    }
  }
  const Result<std::optional<RetryLayer>> plain = plain_layer(options);
  if (!plain) return plain.error();
  if (*plain) layers.push_back(**plain);
  if (layers.empty()) return {};
  if (!options.deadline.empty()) {
    layers.front().deadline_reason = "deadline";
    Result<void> done = read_duration(layers.front().deadline, "--deadline", options.deadline);
    if (!done) return done;
  }
  std::optional<Duration> hint;
  Result<void> done = read_duration(hint, "--retry-after-max", options.retry_after_max);
  if (!done) return done;
  // The server's hint reaches the innermost layer, and those that are known to obey one, as far as they do.
  for (std::size_t i = 0; hint && i < layers.size(); ++i) {
    if (layers[i].retry_after_max || !(layers[i].server_hint_max || i + 1 == layers.size())) continue;
    layers[i].retry_after_max = layers[i].server_hint_max ? std::min(*hint, *layers[i].server_hint_max) : *hint;
  }
  return {};
}

Result<void> read_windows(const TtlOptions& options, std::vector<ProtectionWindow>& windows) {
  std::vector<KnownWindow> known;
  if (!options.providers.empty() || !options.queues.empty()) {
    Result<std::vector<KnownWindow>> rows = built_in_windows();
    if (!rows) return rows.error();
    known = *std::move(rows);
  }
  const auto add = [&](ProtectionWindow::Kind kind, const std::vector<std::string>& texts,
                       bool looked_up) -> Result<void> {
    for (const std::string& text : texts) {
      Result<ProtectionWindow> window =
          looked_up ? parse_known_window(kind, text, known) : parse_own_window(kind, text);
      if (!window) return window.error();
      windows.push_back(*std::move(window));
    }
    return {};
  };
  for (const Result<void>& done :
       {add(ProtectionWindow::provider, options.providers, true), add(ProtectionWindow::queue, options.queues, true),
        add(ProtectionWindow::consumer, options.consumers, false),
        add(ProtectionWindow::business_unique, options.business_unique, false)})
    if (!done) return done;
  return {};
}

Result<StorageTerms> read_storage(const TtlOptions& options) {
  StorageTerms terms;
  if (options.rate.empty()) return usage("storage needs --rate, such as 10M/day");
  if (options.record.empty()) return usage("storage needs --record, such as 2kB: all that is stored for a key");
  const Result<Rate> rate = parse_rate(options.rate);
  if (!rate) return rate.error().with_context("--rate");
  terms.rate = *rate;
  const auto bytes = [](const char* option, const std::string& text) -> Result<std::int64_t> {
    const Result<std::int64_t> parsed = parse_bytes(text);
    return parsed ? parsed : parsed.error().with_context(option);
  };
  const Result<std::int64_t> record = bytes("--record", options.record);
  if (!record) return record.error();
  terms.record_bytes = *record;
  if (!options.response.empty()) {
    const Result<std::int64_t> response = bytes("--response", options.response);
    if (!response) return response.error();
    terms.response_bytes = *response;
  }
  const auto factor = [](std::int64_t& field, const char* option, const std::string& text, std::int64_t least,
                         std::int64_t most) -> Result<void> {
    if (text.empty()) return {};
    const Result<std::int64_t> parsed = parse_factor(text, "factor");
    if (!parsed) return parsed.error().with_context(option);
    if (*parsed < least || *parsed > most)
      return usage(
          fmt::format("{} is between {} and {}, not {}", option, least / kPpm, most / kPpm, text.substr(0, 60)));
    field = *parsed;
    return {};
  };
  std::int64_t replicas = kPpm;
  for (const Result<void>& done :
       {factor(terms.peak_ppm, "--peak", options.peak, kPpm, 1'000'000 * kPpm),
        factor(terms.duplicates_ppm, "--duplicates", options.duplicates, 0, kPpm),
        factor(terms.index_factor_ppm, "--index-factor", options.index_factor, kPpm, 1000 * kPpm),
        factor(replicas, "--replicas", options.replicas, kPpm, 1000 * kPpm)})
    if (!done) return done.error();
  if (replicas % kPpm != 0) return usage("--replicas is a whole number of copies");
  terms.replicas = replicas / kPpm;
  return terms;
}

bool wants_storage(const TtlOptions& o) {
  for (const std::string* text :
       {&o.rate, &o.record, &o.response, &o.peak, &o.duplicates, &o.replicas, &o.index_factor})
    if (!text->empty()) return true;
  return false;
}

}  // namespace

Result<std::vector<Preset>> load_presets(const std::vector<std::string>& files) {
  Result<std::vector<Preset>> presets = built_in_presets();
  for (const std::string& file : files) {
    if (!presets) return presets;
    const Result<std::string> text = read_input(file, kLargestPresetFile);
    if (!text) return text.error().with_context("--preset-file");
    Result<std::vector<Preset>> own = parse_presets(*text, file);
    if (!own) return own.error();
    for (Preset& row : *own) presets->push_back(std::move(row));
  }
  return presets;
}

Result<TtlQuestion> read_question(const TtlOptions& options) {
  TtlQuestion question;
  std::vector<Preset> presets;
  const bool by_preset =
      std::any_of(options.layers.begin(), options.layers.end(), [](const auto& layer) { return layer.first; });
  if (by_preset || !options.preset_files.empty()) {
    Result<std::vector<Preset>> loaded = load_presets(options.preset_files);
    if (!loaded) return loaded.error();
    presets = *std::move(loaded);
  }
  for (const Result<void>& done :
       {read_terms(options, question.terms), read_layers(options, presets, question.layers),
        read_windows(options, question.windows), read_duration(question.planned, "--ttl", options.planned),
        read_duration(question.check, "--check", options.check)})
    if (!done) return done.error();
  if (wants_storage(options)) {
    const Result<StorageTerms> storage = read_storage(options);
    if (!storage) return storage.error();
    question.storage = *storage;
  }
  if (!options.from_code.empty()) {
    Result<CodeScan> scan = scan_code(options.from_code);
    if (!scan) return scan.error();
    question.code = *std::move(scan);
  }
  const BudgetTerms& terms = question.terms;
  const bool asked = question.code.has_value() || !question.layers.empty() || terms.offline.ms > 0 ||
                     terms.redelivery.ms > 0 || terms.replay.ms > 0 || terms.work || !question.windows.empty() ||
                     question.storage;
  if (!asked)
    return usage(
        "nothing says who tries again: give --timeout and --retries, a --layer or a --preset (idem ttl presets lists "
        "them), or another "
        "horizon such as --redelivery; idem ttl --help has examples");
  return question;
}

}  // namespace idem
