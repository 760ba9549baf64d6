// From routers to endpoints: prefixes along mounts, guards in order, paths as people write them.
#pragma once

#include "engine/interpreter.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace idem {

struct FoundRoute {
  std::vector<std::string> methods;
  std::string path;
  bool dynamic = false;
  std::string reason;
  Site place;               // where it is registered
  std::vector<V> guards;    // outermost first
  std::vector<V> handlers;  // in order; the last answers
  std::string framework;
  std::string family;
  const Row* row = nullptr;  // the row that registered it
  bool conditional = false;
  bool more_arguments = false;  // see RouterEntry
  bool symbolic = false;        // the handler itself tells requests apart: see tell_apart()
  std::string assumed_method;   // walk it with the request's method or path known
  V assumed_path = nullptr;
  std::string operation;  // entry points beside routes
  EntryKind kind = EntryKind::endpoint;
  V registration = nullptr;  // the call that registered it, of entry points beside routes
};

// A path expression as text: what could not be folded stays as {name}.
struct FoldedPath {
  std::string text;
  bool dynamic = false;
  std::string reason;
  Site place;  // of the literal part, where there is one
};

// All texts a value may be, at least one; a list gives one for each item.
std::vector<FoldedPath> fold_paths(Interpreter& interpreter, V value);
// "/api/" + "orders/:id" → "/api/orders/{id}": joined with one slash, parameters of every framework written {name}.
std::string join_paths(std::string_view prefix, std::string_view path);
std::string normal_path(std::string_view path);

// Entry points beside routes, in order of registration.
std::vector<FoundRoute> compose_entries(Interpreter& interpreter);

// The routes of all routers, deterministic in the order of registration.
std::vector<FoundRoute> compose_routes(Interpreter& interpreter);

}  // namespace idem
