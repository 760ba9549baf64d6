#include "report/select.hpp"

#include "base/glob.hpp"
#include "base/near_miss.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace idem {

namespace {

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool method_selected(const Endpoint& endpoint, const std::vector<std::string>& methods) {
  if (endpoint.method.empty()) return methods.empty() || contains(methods, "ALL");
  if (contains(methods, "ALL") || (endpoint.method == "ANY" && contains(methods, "ANY"))) return true;
  // What answers every method is mostly a health check, a file server or a proxy: shown where it has an effect.
  if (endpoint.method == "ANY") return endpoint.tier != Tier::none;
  if (!methods.empty()) return contains(methods, endpoint.method);
  return endpoint.method == "POST" || endpoint.method == "PATCH" || endpoint.tier == Tier::strong;
}

bool route_matches(const std::string& glob, const Endpoint& endpoint) {
  const std::string& text = endpoint.path.empty() ? endpoint.operation : endpoint.path;
  if (glob_match(glob, text)) return true;
  return glob.ends_with("/**") && glob_match(glob.substr(0, glob.size() - 3), text);  // "/admin/**" is "/admin", too
}

}  // namespace

bool selected(const Endpoint& endpoint, const Selection& selection) {
  const Scope scope{"", selection.paths};
  const bool here = selection.paths.empty() || in_scope(scope, endpoint.file) ||
                    (endpoint.handler && in_scope(scope, endpoint.handler->file));
  if (!here || !method_selected(endpoint, selection.methods)) return false;
  if (selection.only_effects && counting_effects(endpoint).empty()) return false;
  const auto wanted = [&](const Effect& effect) {
    return std::ranges::find(selection.effects, effect.kind) != selection.effects.end();
  };
  if (!selection.effects.empty() && std::ranges::none_of(endpoint.effects, wanted)) return false;
  return selection.routes.empty() ||
         std::ranges::any_of(selection.routes, [&](const std::string& glob) { return route_matches(glob, endpoint); });
}

void select(Report& report, const Selection& selection) {
  std::set<std::string> gone;
  for (const Endpoint& endpoint : report.endpoints)
    if (!selected(endpoint, selection)) gone.insert(endpoint.id);
  const bool narrowed = selection.only_effects || !selection.effects.empty() || !selection.routes.empty();
  const Scope scope{"", selection.paths};
  std::erase_if(report.findings, [&](const Finding& finding) {
    if (!finding.endpoint.empty()) return gone.contains(finding.endpoint);
    return narrowed || !(selection.paths.empty() || in_scope(scope, finding.file));
  });
  std::erase_if(report.endpoints, [&](const Endpoint& endpoint) { return gone.contains(endpoint.id); });
}

Result<std::vector<std::string>> parse_methods(const std::vector<std::string>& words) {
  static const std::vector<std::string> kKnown{"GET",     "HEAD",    "POST",  "PUT", "PATCH", "DELETE",
                                               "OPTIONS", "CONNECT", "TRACE", "ANY", "ALL"};
  std::vector<std::string> methods;
  for (const std::string& list : words) {
    std::size_t begin = 0;
    while (begin <= list.size()) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      std::string method = list.substr(begin, end - begin);
      for (char& c : method) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (!contains(kKnown, method))
        return Error{ErrorKind::usage, fmt::format("--methods: '{}' is no method{}", list.substr(begin, end - begin),
                                                   did_you_mean(method, kKnown))};
      methods.push_back(method);
      begin = end + 1;
    }
  }
  return methods;
}

}  // namespace idem
