#include "commands/cli_tree.hpp"

#include "render/render.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

namespace {

// "WHEN:{auto,always,never}" is how CLI11 tells the name of a value and what it may be.
void split_type(const std::string& type, CliOption& option) {
  const std::size_t colon = type.find(':');
  option.value = type.substr(0, colon);
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return;
  std::string list = type.substr(open + 1, close - open - 1);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    option.words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  if (name == "--format")
    for (const Renderer& renderer : all_renderers()) words.emplace_back(renderer.name);
  if (name == "--effect")
    for (const EffectKind kind : all_effect_kinds()) words.emplace_back(word(kind));
  if (name == "--fail-on") words = {"low", "medium", "high", "critical", "never"};
  if (name == "--min-confidence") words = {"low", "medium", "high"};
  return words;
}

CliOption option_of(const CLI::Option& option) {
  CliOption made;
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  made.description = option.get_description();
  made.group = option.get_group();
  if (option.get_type_size_max() != 0) {
    split_type(option.get_type_name(), made);
    if (made.value.empty()) made.value = "VALUE";
  }
  if (made.words.empty() && !made.names.empty()) made.words = words_of(made.names.back());
  const std::string& value = made.names.empty() ? option.get_name() : made.value;
  made.files = value.starts_with("FILE") || value.starts_with("DIR") || value.starts_with("PATH");
  return made;
}

}  // namespace

CliCommand cli_tree(const CLI::App& app) {
  CliCommand command;
  command.description = app.get_description();
  command.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    CliOption made = option_of(*option);
    const bool positional = made.names.empty();
    if (positional) made.names = {option->get_name()};
    (positional ? command.positionals : command.options).push_back(std::move(made));
  }
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_name().empty() || sub->get_group().empty()) continue;
    CliCommand below = cli_tree(*sub);
    std::vector<CliCommand*> work{&below};
    while (!work.empty()) {
      CliCommand* const each = work.back();
      work.pop_back();
      each->path.insert(each->path.begin(), sub->get_name());
      for (CliCommand& inner : each->commands) work.push_back(&inner);
    }
    command.commands.push_back(std::move(below));
  }
  return command;
}

std::vector<const CliCommand*> all_in(const CliCommand& root) {
  std::vector<const CliCommand*> list{&root};
  for (const CliCommand& command : root.commands)
    for (const CliCommand* each : all_in(command)) list.push_back(each);
  return list;
}

}  // namespace idem
