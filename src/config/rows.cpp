#include "config/rows.hpp"

#include "catalog/slot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace idem {

namespace {

constexpr const char* kOwnModule = "idem.toml";  // what the engine takes functions of the project that are named for

// Access paths of a function of a library: "charge" and "Billing.charge", on the class or on an instance, however deep.
std::vector<std::string> access_paths(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {name + "()", "**." + name + "()"};
  const std::string owner = name.substr(0, dot), member = name.substr(dot + 1);
  return {fmt::format("{}.{}()", owner, member), fmt::format("{}().{}()", owner, member),
          fmt::format("**.{}.{}()", owner, member), fmt::format("**.{}().{}()", owner, member)};
}

// Two rows: one for the project's own function, one for a library's.
void add(Catalog& catalog, const FunctionName& function, std::uint32_t line, const Row& what) {
  Row own = what;
  own.source = fmt::format("idem.toml:{}", line);
  own.modules = {kOwnModule};
  own.paths = {function.name + "()"};
  Row library = own;
  library.modules = {function.module.empty() ? "**" : function.module};
  library.paths = access_paths(function.name);
  catalog.rows.push_back(std::make_unique<Row>(std::move(own)));
  catalog.rows.push_back(std::make_unique<Row>(std::move(library)));
}

bool is_verb(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

void add_config_rows(Catalog& catalog, const Config& config) {
  for (const ConfiguredEffect& effect : config.effects) {
    Row row;
    row.role = Role::effect;
    row.lists.emplace_back("kinds", std::vector<std::string>{std::string(word(effect.kind))});
    if (effect.tier) row.texts.emplace_back("tier", std::string(word(*effect.tier)));
    if (!effect.key.empty()) row.slots.emplace_back("key", parse_slot(effect.key));
    add(catalog, effect.function, effect.line, row);
  }
  for (const ConfiguredProtection& protection : config.protections) {
    Row row;
    row.role = Role::protect;
    std::vector<std::string> decisions;
    for (const Decision decision : protection.decisions) decisions.emplace_back(word(decision));
    row.lists.emplace_back("decisions", std::move(decisions));
    add(catalog, protection.function, protection.line, row);
  }
  for (const ConfiguredRoute& route : config.routes) {
    Row row;
    row.role = Role::route;
    row.slots.emplace_back("method", parse_slot(is_verb(route.method) ? "=" + route.method : route.method));
    row.slots.emplace_back("path", parse_slot(route.path));
    row.slots.emplace_back("handlers", parse_slot(route.handler));
    row.texts.emplace_back("default_router", "true");
    add(catalog, route.function, route.line, row);
  }
}

}  // namespace idem
