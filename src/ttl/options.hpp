#pragma once

#include "ttl/presets.hpp"
#include "ttl/report.hpp"

#include <string>
#include <utility>
#include <vector>

namespace idem {

// The command line of `idem ttl` as text; empty means not given.
struct TtlOptions {
  // Fields of the plain layer in the order of the help; the key is that of set_layer_field.
  std::vector<std::pair<std::string, std::string>> fields{
      {"timeout", {}},    {"retries", {}}, {"tries", {}},         {"backoff", {}},     {"initial", {}},
      {"multiplier", {}}, {"power", {}},   {"offset", {}},        {"cap", {}},         {"immediate", {}},
      {"delays", {}},     {"jitter", {}},  {"jitter-amount", {}}, {"jitter-step", {}}, {"jitter-percent", {}}};
  std::string deadline, retry_after_max;
  // --layer and --preset in the order given: (is it a preset, value).
  std::vector<std::pair<bool, std::string>> layers;
  std::vector<std::string> preset_files;
  std::string offline, redelivery, replay, work, clock_skew, margin, floor, ceiling, from = "completion";
  std::vector<std::string> providers, queues, consumers, business_unique;
  std::string rate, record, response, peak, duplicates, replicas, index_factor;
  std::string planned, check, from_code;
};

// The built-in presets and those of the files, which may replace built-in ones.
Result<std::vector<Preset>> load_presets(const std::vector<std::string>& files);

// Reads every option; a wrong one is an error that names it and the accepted forms.
Result<TtlQuestion> read_question(const TtlOptions& options);

}  // namespace idem
