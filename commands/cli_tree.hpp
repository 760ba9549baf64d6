#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace idem {

// The command line as plain data: what completions and the man page are written from.
struct CliOption {
  std::vector<std::string> names;  // "-v", "--verbose"; empty for a positional
  std::string value;               // "FILE"; "" for a flag
  std::vector<std::string> words;  // allowed values, when they are few
  std::string description, group;
  bool files = false;  // the value is a file or folder
};

struct CliCommand {
  std::vector<std::string> path;  // {"config", "check"}; empty for idem itself
  std::string description, footer;
  std::vector<CliOption> options, positionals;
  std::vector<CliCommand> commands;
};

CliCommand cli_tree(const CLI::App& app);

std::string bash_completion(const CliCommand& root);
std::string zsh_completion(const CliCommand& root);
std::string fish_completion(const CliCommand& root);
std::string man_page(const CliCommand& root);

// Every command of the tree, parents first.
std::vector<const CliCommand*> all_in(const CliCommand& root);

}  // namespace idem
