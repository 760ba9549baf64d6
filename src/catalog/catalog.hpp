// Catalogue rows: what calls into libraries mean. A framework, an effect library or a protecting library is a TOML file
// of rows; built-in ones are embedded, a project's own have the same form (.idem/*.toml). The vocabulary is closed: an
// unknown key or role is an error with file and line.
//
//   language = "typescript"            # folder name of the front end
//   framework = "express"              # shown for endpoints whose router these rows made; optional
//   modules = ["express"]              # module names, '*' and '**' as in paths
//   [[row]]
//   at = ["Router().{get,post}()"]     # access paths: {a,b} alternatives, * one name, ** anything; "()" a call, "[]"
//   an element role = "route" method = "name"                    # slots, see Slot path = "0"
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

enum class Role : std::uint8_t {
  // routing
  router_make,         // the call makes a router; prefix, guards; app = true: served as it is
  route,               // method or methods, path, handlers, guards
  route_part,          // a step of building a route: path, prefix, methods, handlers, subrouter
  use,                 // middleware and mounts: prefix, targets
  mount,               // prefix, target
  group,               // prefix, guards, callback (gets the child router) or the child is the result
  serve,               // takes handlers as values: targets (decorated functions, controllers, routers)
  resource,            // several routes from one call: see expand
  app_prefix,          // a prefix for the whole application: prefix
  controller,          // annotation on a type: prefix, guards
  annotation_route,    // annotation on a method: method, path
  annotation_methods,  // annotation on a handler that names its methods
  annotation_guard,    // annotation on a type or method: guards
  class_handler,       // base class whose methods named like verbs answer them
  url_list,            // a list of routes under a conventional name
  file_routes,         // files below conventional folders answer the path of their place, see file_routes.hpp
  annotation_version,  // annotation on a type or method: version
  app_version,         // versions stand in the paths of the whole application: version (the default), prefix
  // values
  same,         // the result is the value of `value`
  call,         // calls `callback` with `params`; beside = true: later, on its own
  inject,       // a parameter marked so gets the result of calling `value`
  bind,         // dependency container: name, value; or a map of values under their names
  decorate,     // gives an object of the library a member for all to see: name, value
  folder_load,  // registers what the files of a folder export: target = the folder
  resolve,      // dependency container: name
  answer,       // sends the response: status, body
  next,         // runs the rest of the request
  // meaning
  effect,  // kinds (and tier) of effect; entity, key slots
  read,    // reads from the request: what = header, body, path, query, caller
  db,      // data base operation that changes nothing, or whose verb comes from text: sql
  kv,      // key-value operation: verb
  lock,
  transaction,
  retry,
  clock_random,
  digest,
  entry,    // an entry point beside routes: kind = consumer, job or tool
  listen,   // a function runs whenever something happens to a model: event, entity, handlers; see emit
  emit,     // causes the events `emits`
  protect,  // a protecting library: decisions
  none,     // known and harmless
};

// A selector of a part of a call: "0", "last", "rest" (all), "rest1" (from 1), "name" (the called member), "=TEXT" (a
// constant), "kw" names a keyword argument, "0.url" a member of argument 0, "prev.0" an argument of the call before in
// the chain, "prev2.0" the one before that, "receiver", "0.(1)" argument 1 of the call that made argument 0.
// Alternatives are separated by '|': the first that is there.
struct Slot {
  struct Choice {
    int prev = 0;  // how many calls back in the chain
    enum class From : std::uint8_t {
      position,
      last,
      rest,
      keyword,
      name,
      constant,
      receiver,
      type_argument
    } from = From::position;
    unsigned position = 0;             // position, or first of rest
    std::string text;                  // keyword or constant
    std::vector<std::string> members;  // then these members
  };
  std::vector<Choice> choices;
};

struct Row {
  std::string language, framework;
  std::vector<std::string> modules, paths;
  Role role = Role::none;
  std::vector<std::pair<std::string, Slot>> slots;                      // by slot name
  std::vector<std::pair<std::string, std::string>> texts;               // plain attributes: gives, tier, what, …
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;  // params, kinds, methods
  std::string source;                                                   // "typescript/express.toml:12"

  const Slot* slot(std::string_view name) const;
  std::string_view text(std::string_view name) const;  // empty when absent
  const std::vector<std::string>* list(std::string_view name) const;
  bool flag(std::string_view name) const { return text(name) == "true"; }
};

struct Catalog {
  std::vector<std::unique_ptr<Row>> rows;
};

// Does a pattern of `modules` or `path` match? {a,b} alternatives, * one name (no . ( [), ** anything.
bool pattern_matches(std::string_view pattern, std::string_view text);

// Adds the rows of one TOML text; errors name the file and line.
Result<void> add_rows(Catalog& catalog, std::string_view file, std::string_view text);

// The built-in rows of the given languages (folder names below src/catalog/).
Result<Catalog> built_in_catalog(const std::vector<std::string>& languages);

}  // namespace idem
