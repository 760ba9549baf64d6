#include "ttl/code/setting_calls.hpp"

#include "engine/function_index.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

namespace idem {

namespace {

constexpr int kStepsBack = 2;

using CallNames = std::unordered_set<std::string>;

// "Client().{get,post}()" → get, post; "()" alone, a module that is called itself, gives nothing.
void add_last_names(std::string_view path, CallNames& names) {
  while (path.ends_with("()")) path.remove_suffix(2);
  const std::size_t brace = path.ends_with('}') ? path.rfind('{') : std::string_view::npos;
  if (brace == std::string_view::npos) {
    const std::string_view last = path.substr(path.find_last_of(".*") == path.npos ? 0 : path.find_last_of(".*") + 1);
    if (!last.empty()) names.emplace(last);
    return;
  }
  std::string_view list = path.substr(brace + 1, path.size() - brace - 2);
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view word = list.substr(0, comma);
    const std::size_t dot = word.rfind('.');
    names.emplace(dot == word.npos ? word : word.substr(dot + 1));
    list = comma == list.npos ? std::string_view{} : list.substr(comma + 1);
  }
}

bool sets_something(const Row& row) {
  const std::string_view what = row.text("setting");
  return !what.empty() && what != "duration" && what != "unit";
}

// What rows call in a language family, and the modules that are called themselves.
struct Wanted {
  CallNames names, modules;
};

Wanted wanted_of(const Catalog& catalog, std::string_view family) {
  Wanted wanted;
  for (const auto& row : catalog.rows) {
    if (row->language != family || !sets_something(*row)) continue;
    for (const std::string& path : row->paths) {
      const std::size_t before = wanted.names.size();
      add_last_names(path, wanted.names);
      if (path.find_first_not_of("()") == path.npos && wanted.names.size() == before)
        wanted.modules.insert(row->modules.begin(), row->modules.end());
    }
  }
  return wanted;
}

// The names in one file that mean something wanted, with those that imports give.
CallNames local_names(const FileFacts& facts, const Wanted& wanted) {
  CallNames names = wanted.names;
  for (const Import& import : facts.imports)
    if (wanted.names.contains(std::string(facts.name(import.name))) ||
        wanted.modules.contains(std::string(facts.name(import.module))))
      names.emplace(facts.name(import.alias));
  return names;
}

// Functions around a call of one of `names`; a closure runs with the function around it.
void add_callers(const FileFacts& facts, const FunctionIndex& functions, const CallNames& names,
                 std::set<FnId>& found) {
  for (const Expr& expr : facts.exprs) {
    if (expr.kind != ExprKind::call) continue;
    const Expr& callee = facts.exprs[expr.a];
    if (callee.kind != ExprKind::member && callee.kind != ExprKind::name) continue;
    if (!names.contains(std::string(facts.name(callee.name)))) continue;
    FnId fn = functions.around(expr.span);
    while (fn != 0 && facts.fns[fn].kind == FnKind::lambda && facts.fns[fn].outer != kNone) fn = facts.fns[fn].outer;
    found.insert(fn);
  }
}

}  // namespace

std::vector<std::set<FnId>> functions_that_set(const Program& program, const Catalog& catalog,
                                               const std::vector<bool>& wanted) {
  std::vector<std::set<FnId>> found(program.file_count());
  std::vector<FunctionIndex> indexes;
  for (Index file = 0; file < program.file_count(); ++file) indexes.emplace_back(program.file(file).facts, true);
  std::map<std::string, Wanted, std::less<>> families;
  for (Index file = 0; file < program.file_count(); ++file) {
    if (!wanted[file]) continue;
    const ProgramFile& in = program.file(file);
    const auto family = families.find(in.family);
    const Wanted& words = family != families.end()
                              ? family->second
                              : families.emplace(in.family, wanted_of(catalog, in.family)).first->second;
    add_callers(in.facts, indexes[file], local_names(in.facts, words), found[file]);
  }
  for (int step = 0; step < kStepsBack; ++step) {
    CallNames names;
    for (Index file = 0; file < program.file_count(); ++file) {
      const FileFacts& facts = program.file(file).facts;
      for (const FnId fn : found[file])
        if (fn != 0 && facts.fns[fn].params.count > 0 && facts.fns[fn].name != 0)
          names.emplace(facts.name(facts.fns[fn].name));
    }
    for (Index file = 0; file < program.file_count(); ++file)
      if (wanted[file]) add_callers(program.file(file).facts, indexes[file], names, found[file]);
  }
  return found;
}

}  // namespace idem
