#include "engine/request_routes.hpp"

namespace idem {

namespace {

std::vector<RequestTest> tests_of(Interpreter& interpreter, const FoundRoute& route, Symbol method, V path,
                                  Index file) {
  interpreter.assume_request(method, path, file);
  bool cut = false;
  interpreter.walk({route.handlers.back()}, route.row, route.family, cut);
  std::vector<RequestTest> tests = interpreter.request_tests();
  interpreter.assume_nothing();
  return tests;
}

bool is_method(std::string_view word) {
  for (const std::string_view known : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"})
    if (word == known) return true;
  return false;
}

// The methods among the tests, each placed where it is tested.
void by_method(Interpreter& interpreter, const FoundRoute& route, const std::vector<RequestTest>& tests, V path,
               std::vector<FoundRoute>& out) {
  const std::size_t before = out.size();
  for (const RequestTest& test : tests) {
    if (test.of_path || !is_method(interpreter.text(test.value->name))) continue;
    FoundRoute one = route;
    one.symbolic = false;
    one.assumed_method = interpreter.text(test.value->name);
    one.assumed_path = path;
    one.methods = {one.assumed_method};
    if (path == nullptr && test.value->site.file == route.place.file) one.place = test.value->site;
    out.push_back(std::move(one));
  }
  if (out.size() > before) return;
  FoundRoute any = route;
  any.assumed_path = path;
  any.symbolic = path == nullptr;
  out.push_back(std::move(any));
}

}  // namespace

std::vector<FoundRoute> tell_apart(Interpreter& interpreter, const FoundRoute& route) {
  if (!route.symbolic || route.handlers.empty()) return {route};
  std::vector<FoundRoute> out;
  std::vector<V> fns;
  interpreter.functions_in(route.handlers.back(), fns);
  const Index file = fns.empty() ? route.place.file : fns.front()->file;
  // A server's one handler tells paths apart too, and may do so in any file.
  const bool any_path = route.row != nullptr && route.row->flag("symbolic") && route.row->slot("path") == nullptr;
  const std::vector<RequestTest> tests =
      tests_of(interpreter, route, 0, nullptr, any_path || file != route.place.file ? kNone : file);
  if (!any_path) {
    by_method(interpreter, route, tests, nullptr, out);
    return out;
  }
  for (const RequestTest& test : tests) {
    if (!test.of_path) continue;
    FoundRoute one = route;
    for (const FoldedPath& path : fold_paths(interpreter, test.value)) {
      one.path = normal_path(path.text);
      one.dynamic = path.dynamic || test.prefix;
      one.reason = test.prefix ? "every path that begins so" : path.reason;
      one.place = test.value->site;
      by_method(interpreter, one, tests_of(interpreter, one, 0, test.value, kNone), test.value, out);
    }
  }
  return out;
}

}  // namespace idem
