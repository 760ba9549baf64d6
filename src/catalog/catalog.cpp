#include "catalog/catalog.hpp"

#include "base/resources.hpp"
#include "catalog/slot.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace idem {

namespace {

struct RoleName {
  std::string_view word;
  Role role;
};
constexpr std::array kRoles = {
    RoleName{"router.make", Role::router_make},
    RoleName{"route", Role::route},
    RoleName{"route.part", Role::route_part},
    RoleName{"use", Role::use},
    RoleName{"mount", Role::mount},
    RoleName{"group", Role::group},
    RoleName{"serve", Role::serve},
    RoleName{"resource", Role::resource},
    RoleName{"app.prefix", Role::app_prefix},
    RoleName{"controller", Role::controller},
    RoleName{"annotation.route", Role::annotation_route},
    RoleName{"annotation.methods", Role::annotation_methods},
    RoleName{"annotation.guard", Role::annotation_guard},
    RoleName{"class.handler", Role::class_handler},
    RoleName{"url.list", Role::url_list},
    RoleName{"file.routes", Role::file_routes},
    RoleName{"annotation.version", Role::annotation_version},
    RoleName{"app.version", Role::app_version},
    RoleName{"same", Role::same},
    RoleName{"call", Role::call},
    RoleName{"inject", Role::inject},
    RoleName{"bind", Role::bind},
    RoleName{"resolve", Role::resolve},
    RoleName{"decorate", Role::decorate},
    RoleName{"folder.load", Role::folder_load},
    RoleName{"answer", Role::answer},
    RoleName{"next", Role::next},
    RoleName{"effect", Role::effect},
    RoleName{"read", Role::read},
    RoleName{"db", Role::db},
    RoleName{"kv", Role::kv},
    RoleName{"lock", Role::lock},
    RoleName{"transaction", Role::transaction},
    RoleName{"retry", Role::retry},
    RoleName{"clock.random", Role::clock_random},
    RoleName{"digest", Role::digest},
    RoleName{"entry", Role::entry},
    RoleName{"listen", Role::listen},
    RoleName{"emit", Role::emit},
    RoleName{"protect", Role::protect},
    RoleName{"none", Role::none},
    RoleName{"setting", Role::none},  // read by ttl --from-code alone: ttl/code/setting_rows.hpp
};

// Keys of a row whose value is a slot selector.
constexpr auto kSlotKeys = std::to_array<std::string_view>(
    {"method",   "methods", "path",    "prefix",      "handlers", "guards",  "target",    "targets",
     "callback", "value",   "name",    "entity",      "key",      "sql",     "status",    "body",
     "url",      "verb",    "message", "operation",   "ttl",      "actions", "flag_slot", "when_slot",
     "version",  "exclude", "parent",  "suffix_slot", "on",       "router",  "event",     "arguments"});
// Keys whose value is plain text (or a boolean or number, kept as text).
constexpr auto kTextKeys = std::to_array<std::string_view>({"gives",
                                                            "tier",
                                                            "what",
                                                            "kind",
                                                            "app",
                                                            "beside",
                                                            "around",
                                                            "covers",
                                                            "method_in_path",
                                                            "derives_patch",
                                                            "expand",
                                                            "confidence",
                                                            "params_style",
                                                            "ambient",
                                                            "decorator",
                                                            "default_method",
                                                            "convention",
                                                            "note",
                                                            "takes_key",
                                                            "when",
                                                            "conflict",
                                                            "result",
                                                            "same_router",
                                                            "own_prefix",
                                                            "detail",
                                                            "provider",
                                                            "error",
                                                            "manifest",
                                                            "directive",
                                                            "index_name",
                                                            "allowed",
                                                            "guards_field",
                                                            "lookup",
                                                            "suffix",
                                                            "key_suffix",
                                                            "symbolic",
                                                            "replaces_prefix",
                                                            "reverse",
                                                            "root",
                                                            "mounts",
                                                            "handler_method",
                                                            "default_router",
                                                            "only_routers",
                                                            "subrouter",
                                                            "slash",
                                                            "setting",
                                                            "unit",
                                                            "counts",
                                                            "bare",
                                                            "fills",
                                                            "path_arguments"});
constexpr auto kListKeys = std::to_array<std::string_view>(
    {"params", "kinds", "verbs", "decisions", "filenames", "export_names", "lacks", "class_methods", "roots", "marks",
     "hidden", "provides", "expands", "lookup_fields", "calls", "model_fields", "emits", "derived_from", "passes"});

template <typename List>
bool contains(const List& list, std::string_view key) {
  return std::find(list.begin(), list.end(), key) != list.end();
}

std::vector<std::string> words_of(const toml::node& node) {
  std::vector<std::string> words;
  if (const auto* one = node.as_string()) words.push_back(one->get());
  if (const auto* many = node.as_array())
    for (const toml::node& item : *many)
      if (const auto* text = item.as_string()) words.push_back(text->get());
  return words;
}

std::string text_of(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  return "";
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

Slot::Choice parse_choice(std::string_view text) {
  Slot::Choice choice;
  if (text.starts_with("=")) {
    choice.from = Slot::Choice::From::constant;
    choice.text = text.substr(1);
    return choice;
  }
  bool first = true;
  while (!text.empty()) {
    const std::size_t dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    text = dot == std::string_view::npos ? std::string_view{} : text.substr(dot + 1);
    if (first && part.starts_with("prev") && (part.size() == 4 || all_digits(part.substr(4)))) {
      choice.prev = part.size() == 4 ? 1 : std::stoi(std::string(part.substr(4)));
      if (text.empty()) choice.from = Slot::Choice::From::receiver;
      continue;
    }
    if (!first) {
      choice.members.emplace_back(part);
      continue;
    }
    first = false;
    if (all_digits(part)) {
      choice.position = static_cast<unsigned>(std::stoul(std::string(part)));
    } else if (part == "last") {
      choice.from = Slot::Choice::From::last;
    } else if (part.starts_with("rest") && (part.size() == 4 || all_digits(part.substr(4)))) {
      choice.from = Slot::Choice::From::rest;
      choice.position = part.size() == 4 ? 0 : static_cast<unsigned>(std::stoul(std::string(part.substr(4))));
    } else if (part == "name") {
      choice.from = Slot::Choice::From::name;
    } else if (part.starts_with(":")) {
      choice.from = Slot::Choice::From::keyword;
      choice.text = part.substr(1);
    } else if (part == "receiver") {
      choice.from = Slot::Choice::From::receiver;
    } else if (part.starts_with("<") && part.ends_with(">")) {
      choice.from = Slot::Choice::From::type_argument;
      choice.position = static_cast<unsigned>(std::stoul("0" + std::string(part.substr(1, part.size() - 2))));
    } else {
      choice.from = Slot::Choice::From::keyword;
      choice.text = part;
    }
  }
  return choice;
}

Error at(std::string_view file, const toml::node& node, const std::string& message) {
  return {ErrorKind::config, fmt::format("{}:{}: {}", file, node.source().begin.line, message)};
}

Result<Row> read_row(std::string_view file, const toml::table& table, const Row& defaults) {
  Row row = defaults;
  row.source = fmt::format("{}:{}", file, table.source().begin.line);
  bool has_role = false;
  for (const auto& [key, node] : table) {
    const std::string_view word = key.str();
    if (word == "role") {
      const auto found =
          std::find_if(kRoles.begin(), kRoles.end(), [&](const RoleName& r) { return r.word == text_of(node); });
      if (found == kRoles.end()) return at(file, node, fmt::format("unknown role '{}'", text_of(node)));
      row.role = found->role;
      has_role = true;
    } else if (word == "path") {
      // "path" on a routing row names both: access paths are given as `at`, the slot as `path`.
      row.slots.emplace_back("path", parse_slot(text_of(node)));
    } else if (word == "at") {
      row.paths = words_of(node);
    } else if (word == "modules") {
      row.modules = words_of(node);
    } else if (word == "framework") {
      row.framework = text_of(node);
    } else if (contains(kListKeys, word)) {
      row.lists.emplace_back(word, words_of(node));
    } else if (contains(kSlotKeys, word)) {
      row.slots.emplace_back(word, parse_slot(text_of(node)));
    } else if (contains(kTextKeys, word)) {
      row.texts.emplace_back(word, text_of(node));
    } else {
      return at(file, node, fmt::format("unknown key '{}' in a row", word));
    }
  }
  if (!has_role) return at(file, table, "a row needs a role");
  return row;
}

}  // namespace

Slot parse_slot(std::string_view text) {
  Slot slot;
  while (true) {
    const std::size_t bar = text.find('|');
    slot.choices.push_back(parse_choice(text.substr(0, bar)));
    if (bar == std::string_view::npos) return slot;
    text.remove_prefix(bar + 1);
  }
}

const Slot* Row::slot(std::string_view name) const {
  for (const auto& [key, slot] : slots)
    if (key == name) return &slot;
  return nullptr;
}

std::string_view Row::text(std::string_view name) const {
  for (const auto& [key, text] : texts)
    if (key == name) return text;
  return {};
}

const std::vector<std::string>* Row::list(std::string_view name) const {
  for (const auto& [key, list] : lists)
    if (key == name) return &list;
  return nullptr;
}

Result<void> add_rows(Catalog& catalog, std::string_view file, std::string_view text) {
  toml::table document;
  try {
    document = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    return Error{ErrorKind::config, fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
  }
  Row defaults;
  for (const auto& [key, node] : document) {
    if (key == "language") {
      defaults.language = text_of(node);
    } else if (key == "framework") {
      defaults.framework = text_of(node);
    } else if (key == "modules") {
      defaults.modules = words_of(node);
    } else if (key != "row") {
      return at(file, node, fmt::format("unknown key '{}'", key.str()));
    }
  }
  const toml::array* rows = document["row"].as_array();
  if (rows == nullptr) return {};
  for (const toml::node& node : *rows) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return at(file, node, "a row is a table: [[row]]");
    Result<Row> row = read_row(file, *table, defaults);
    if (!row) return row.error();
    catalog.rows.push_back(std::make_unique<Row>(*std::move(row)));
  }
  return {};
}

Result<Catalog> built_in_catalog(const std::vector<std::string>& languages) {
  Catalog catalog;
  for (const std::string& language : languages)
    for (const Resource& file : resources_below("src/catalog/" + language + "/")) {
      const Result<void> added = add_rows(catalog, file.path.substr(sizeof "src/catalog/" - 1), file.text);
      if (!added) return added.error();
    }
  return catalog;
}

}  // namespace idem
