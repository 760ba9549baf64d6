#include "config/config.hpp"
#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/command.hpp"
#include "rules/rules.hpp"
#include "source/roots.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>

namespace idem {

namespace {

struct Options {
  std::string path = ".";
};

int check(const Options& options) {
  constexpr std::size_t kMaxConfigBytes = 1u << 20;
  namespace fs = std::filesystem;
  const Result<Scope> scope = find_scope({options.path}, fs::current_path().string());
  if (!scope) {
    fmt::print(stderr, "idem: {}\n", scope.error().message);
    return kExitUsage;
  }
  const fs::path named(options.path);
  std::error_code error;
  const bool is_file = fs::is_regular_file(named, error);
  const std::string file = is_file ? options.path : scope->root + "/idem.toml";
  if (!is_file && !fs::exists(file, error)) {
    fmt::print("no idem.toml: every setting has its default\n");
    return kExitClean;
  }
  const Result<std::string> text = read_input(file, kMaxConfigBytes);
  if (!text) {
    fmt::print(stderr, "idem: {}\n", text.error().message);
    return kExitUsage;
  }
  const ParsedConfig parsed = parse_config(*text, rule_ids());
  for (const ConfigError& each : parsed.errors) fmt::print(stderr, "idem: idem.toml:{}: {}\n", each.line, each.message);
  if (!parsed.errors.empty()) return kExitUsage;
  const Config& config = parsed.config;
  const std::string baseline = is_file ? "" : config.baseline;
  if (!baseline.empty() && !fs::exists(fs::path(scope->root) / baseline, error)) {
    fmt::print(stderr, "idem: idem.toml: the baseline {} does not exist (idem coverage --write-baseline {} makes it)\n",
               baseline, baseline);
    return kExitUsage;
  }
  fmt::print("idem.toml is sound: {} effect, {} protect, {} route, {} tier, {} gateway, {} ignore\n",
             config.effects.size(), config.protections.size(), config.routes.size(), config.tiers.size(),
             config.gateways.size(), config.ignores.size());
  if (!is_file)
    for (const std::string& rows : own_catalogue_files(scope->root)) fmt::print("rows of your own: {}\n", rows);
  return kExitClean;
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* sub = app.add_subcommand("check", "Check idem.toml and say everything that is wrong with it");
  sub->add_option("PATH", options->path, "A folder of the project, or the file itself")->capture_default_str();
  return [options] { return check(*options); };
}

}  // namespace

extern const Command config_command{"config", "Check the configuration",
                                    "  idem config check\n  idem config check services/billing", setup};

}  // namespace idem
