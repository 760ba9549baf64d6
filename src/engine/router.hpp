// What evaluating registrations yields: routers with their entries, composed into paths only at the end, because a
// child is often registered on before it is mounted, and may be mounted twice.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/value.hpp"

#include <string>
#include <vector>

namespace idem {

struct RouterEntry {
  enum class Kind : std::uint8_t { route, use, mount } kind = Kind::route;
  std::vector<std::string> methods;  // upper case; "ANY" for all
  V path = nullptr;                  // null: the router's own path
  std::vector<V> handlers;           // route: in order, the last is the handler; use: the guards
  std::vector<V> guards;
  Router* child = nullptr;  // mount
  const Row* row = nullptr;
  Site site;                // the registering call
  std::vector<Site> calls;  // the calls it happened in, innermost first
  bool conditional = false;
  bool symbolic = false;        // the handler itself may tell methods apart
  bool more_arguments = false;  // handlers get arguments that the path does not name
  bool draft = false;           // built step by step: no route before it has a handler
};

struct Router {
  std::string framework;
  std::string family;
  const LibNode* lib = nullptr;
  V prefix = nullptr;  // its own prefix
  std::vector<V> guards;
  V suffix = nullptr;           // whether the paths it makes itself end in a slash, where it can be set
  bool app = false;             // served as it is: an absent mount leaves nothing unknown
  bool unknown_prefix = false;  // made for a function that nobody calls
  bool derives_patch = false;   // paths that answer GET and PUT answer PATCH too
  unsigned mounted = 0;
  Site site;
  std::vector<RouterEntry> entries;
};

}  // namespace idem
