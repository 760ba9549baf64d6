#include "commands/cli_tree.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace idem {

namespace {

std::string joined_path(const CliCommand& command) { return fmt::format("{}", fmt::join(command.path, " ")); }

// First sentence or clause, short enough for one line of a menu.
std::string brief(const std::string& text) {
  constexpr std::size_t kMost = 76;
  std::string out = text.substr(0, text.find_first_of("\n;("));
  while (out.ends_with(' ') || out.ends_with(':')) out.pop_back();
  if (out.size() > kMost) out = out.substr(0, out.rfind(' ', kMost));
  return out;
}

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Inside the '[…]' and ':…:' parts of a zsh specification.
std::string zsh_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const CliOption& option) {
  if (!option.words.empty()) return fmt::format("({})", fmt::join(option.words, " "));
  return option.files ? "_files" : " ";
}

std::string zsh_function(const CliCommand& command) {
  std::string name = "_idem";
  for (const std::string& part : command.path) name += "_" + part;
  std::ranges::replace(name, '-', '_');
  return name;
}

void zsh_command(std::string& out, const CliCommand& command) {
  out += fmt::format("{}() {{\n  _arguments -s -S \\\n", zsh_function(command));
  for (const CliOption& option : command.options)
    for (const std::string& name : option.names) {
      const std::string text = zsh_escaped(brief(option.description));
      if (option.value.empty())
        out += fmt::format("    '{}[{}]' \\\n", name, text);
      else
        out += fmt::format("    '*{}{}[{}]:{}:{}' \\\n", name, name.starts_with("--") ? "=" : "", text,
                           zsh_escaped(option.value), zsh_action(option));
    }
  if (!command.commands.empty()) {
    out += "    '1: :->command' '*:: :->rest' && return\n  case $state in\n  command)\n    local -a commands=(\n";
    for (const CliCommand& each : command.commands)
      out += fmt::format("      '{}:{}'\n", zsh_escaped(each.path.back()), zsh_escaped(brief(each.description)));
    out += "    )\n    _describe command commands ;;\n  rest)\n    case $words[1] in\n";
    for (const CliCommand& each : command.commands)
      out += fmt::format("      {}) {} ;;\n", each.path.back(), zsh_function(each));
    out += "    esac ;;\n  esac\n";
  } else {
    const bool files = std::ranges::any_of(command.positionals, &CliOption::files);
    out += files ? "    '*: :_files'\n" : "    '*: : '\n";
  }
  out += "}\n\n";
}

}  // namespace

std::string bash_completion(const CliCommand& root) {
  std::string out =
      "# Completion of idem for bash. Written by `idem completions bash`.\n"
      "_idem() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= i words= options= values=\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \"$path ${COMP_WORDS[i]}\" in\n";
  std::vector<std::string> paths;
  for (const CliCommand* command : all_in(root))
    if (!command->path.empty()) paths.push_back(fmt::format("\" {}\"", joined_path(*command)));
  out += fmt::format("      {}) path=\"$path ${{COMP_WORDS[i]}}\" ;;\n    esac\n  done\n", fmt::join(paths, " | "));
  out += "  case \"$path $prev\" in\n";
  for (const CliCommand* command : all_in(root))
    for (const CliOption& option : command->options) {
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      const std::string path = command->path.empty() ? "" : " " + joined_path(*command);
      for (const std::string& name : option.names) patterns.push_back(fmt::format("\"{} {}\"", path, name));
      const std::string action = !option.words.empty() ? fmt::format("values=\"{}\"", fmt::join(option.words, " "))
                                 : option.files        ? "words=files"
                                                       : "words=none";
      out += fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), action);
    }
  out +=
      "  esac\n  if [[ -n $values ]]; then\n    COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n    return\n  fi\n"
      "  [[ $words == none ]] && return\n"
      "  if [[ $words == files ]]; then\n    compopt -o filenames 2>/dev/null\n    COMPREPLY=($(compgen -f -- "
      "\"$cur\"))\n    return\n  fi\n"
      "  case \"$path\" in\n";
  for (const CliCommand* command : all_in(root)) {
    std::vector<std::string> options, commands;
    for (const CliOption& option : command->options)
      options.insert(options.end(), option.names.begin(), option.names.end());
    for (const CliCommand& each : command->commands) commands.push_back(each.path.back());
    const bool files = std::ranges::any_of(command->positionals, &CliOption::files);
    out += fmt::format("    \"{}\") options=\"{}\" values=\"{}\" words={} ;;\n",
                       command->path.empty() ? "" : " " + joined_path(*command), fmt::join(options, " "),
                       fmt::join(commands, " "), files ? "files" : "none");
  }
  out +=
      "  esac\n  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n    return\n  fi\n"
      "  COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n"
      "  if [[ $words == files ]]; then\n    compopt -o filenames 2>/dev/null\n    COMPREPLY+=($(compgen -f -- "
      "\"$cur\"))\n  fi\n}\n"
      "complete -F _idem idem\n";
  return out;
}

std::string zsh_completion(const CliCommand& root) {
  std::string out = "#compdef idem\n# Completion of idem for zsh. Written by `idem completions zsh`.\n\n";
  std::vector<const CliCommand*> commands = all_in(root);
  for (auto command = commands.rbegin(); command != commands.rend(); ++command) zsh_command(out, **command);
  return out + "_idem \"$@\"\n";
}

std::string fish_completion(const CliCommand& root) {
  std::string out = "# Completion of idem for fish. Written by `idem completions fish`.\n\n";
  for (const CliCommand* command : all_in(root)) {
    std::string when;
    if (command->path.empty()) {
      when = "not __fish_seen_subcommand_from";
      for (const CliCommand& each : root.commands) when += " " + each.path.back();
    } else {
      for (const std::string& part : command->path)
        when += fmt::format("{}__fish_seen_subcommand_from {}", when.empty() ? "" : "; and ", part);
    }
    const std::string head = fmt::format("complete -c idem -n {}", shell_quoted(when));
    const bool files = std::ranges::any_of(command->positionals, &CliOption::files);
    if (!files) out += head + " -f\n";
    for (const CliCommand& each : command->commands)
      out += fmt::format("{} -f -a {} -d {}\n", head, each.path.back(), shell_quoted(brief(each.description)));
    for (const CliOption& option : command->options) {
      out += head;
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) out += option.files ? " -r -F" : " -x";
      if (!option.words.empty())
        out += fmt::format(" -a {}", shell_quoted(fmt::format("{}", fmt::join(option.words, " "))));
      out += fmt::format(" -d {}\n", shell_quoted(brief(option.description)));
    }
    out += '\n';
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace idem
