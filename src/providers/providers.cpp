#include "providers/providers.hpp"

#include "base/resources.hpp"
#include "catalog/catalog.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

namespace idem {

using namespace std::literals;

static Answer answer_of(const std::string& word) {
  if (word == "yes") return Answer::yes;
  if (word == "no") return Answer::no;
  if (word == "unknown" || word.empty()) return Answer::unknown;
  throw std::logic_error("providers.toml: an answer is yes, no or unknown, not " + word);
}

// The file is embedded and tested: what is wrong in it is a bug of ours.
static std::vector<Provider> load() {
  std::vector<Provider> providers;
  const toml::table file = toml::parse(resource("src/catalog/providers.toml"), "providers.toml"sv);
  const toml::array* const rows = file["provider"].as_array();
  if (rows == nullptr) throw std::logic_error("providers.toml holds no providers");
  for (const toml::node& node : *rows) {
    const toml::table& row = *node.as_table();
    const auto text = [&](const char* key) { return row[key].value_or<std::string>("unknown"); };
    Provider provider;
    provider.id = text("id");
    provider.name = text("name");
    provider.takes_key = answer_of(text("takes_key"));
    provider.lookup = answer_of(text("lookup"));
    provider.absence_final = answer_of(text("absence_final"));
    provider.key = text("key");
    provider.retention = text("retention");
    provider.mismatch = text("mismatch");
    provider.validation_errors = text("validation_errors");
    provider.server_errors = text("server_errors");
    provider.in_flight = text("in_flight");
    provider.lookup_how = text("lookup_how");
    provider.source = text("source");
    provider.as_of = text("as_of");
    if (const toml::array* const modules = row["modules"].as_array(); modules != nullptr)
      for (const toml::node& module : *modules) provider.modules.push_back(module.value_or<std::string>(""));
    if (const toml::table* const sdk = row["sdk"].as_table(); sdk != nullptr)
      for (const auto& [language, how] : *sdk)
        provider.sdk.emplace_back(std::string(language.str()), how.value_or<std::string>(""));
    providers.push_back(std::move(provider));
  }
  return providers;
}

const std::vector<Provider>& all_providers() {
  static const std::vector<Provider> providers = load();
  return providers;
}

const Provider* find_provider(std::string_view id) {
  if (id.empty()) return nullptr;
  const std::vector<Provider>& providers = all_providers();
  const auto found = std::ranges::find(providers, id, &Provider::id);
  return found == providers.end() ? nullptr : &*found;
}

const Provider* provider_of_module(std::string_view module) {
  for (const Provider& provider : all_providers())
    for (const std::string& pattern : provider.modules)
      if (pattern_matches(pattern, module)) return &provider;
  return nullptr;
}

std::string_view word_of(Answer answer) {
  switch (answer) {
    case Answer::yes:
      return "yes";
    case Answer::no:
      return "no";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

std::string provider_summary(const Provider& provider, std::string_view language) {
  if (language == "javascript") language = "typescript";
  std::string line = provider.name + ": ";
  if (provider.takes_key == Answer::no) {
    line += "takes no key";
  } else if (provider.takes_key == Answer::unknown) {
    line += "takes a key: unknown";
  } else {
    const auto how = std::ranges::find(provider.sdk, language, &std::pair<std::string, std::string>::first);
    line += fmt::format(
        "takes a key ({}); remembers it: {}; other request under the same key: {}; validation errors "
        "stored: {}; 5xx stored: {}; in flight: {}",
        how == provider.sdk.end() ? provider.key : how->second, provider.retention, provider.mismatch,
        provider.validation_errors, provider.server_errors, provider.in_flight);
  }
  line += fmt::format("; look-up: {}", provider.lookup == Answer::yes && provider.lookup_how != "unknown"
                                           ? provider.lookup_how
                                           : std::string(word_of(provider.lookup)));
  line += fmt::format("; absence final: {} ({}, {})", word_of(provider.absence_final), provider.source, provider.as_of);
  return line;
}

}  // namespace idem
