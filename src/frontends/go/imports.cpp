// Imports. Go names a package by its own clause, which another file holds, so without an alias the name is guessed from
// the path and, among the guesses, by which one the file uses.
#include "frontends/go/lowering.hpp"

#include <algorithm>
#include <unordered_set>

namespace idem::go {
namespace {

// "v2", "v10"
bool is_version(std::string_view part) {
  return part.size() > 1 && part[0] == 'v' &&
         std::ranges::all_of(part.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

void add_name(std::vector<std::string>& names, std::string_view name) {
  std::string valid(name);
  std::erase_if(valid, [](char c) { return c == '-' || c == '.'; });
  if (!valid.empty() && std::ranges::find(names, valid) == names.end()) names.push_back(valid);
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Every name that is used like a package: `x` of `x.y` and `x.T`.
std::unordered_set<std::string_view> used_qualifiers(const Syntax& syntax) {
  std::unordered_set<std::string_view> used;
  for (Index at = 0; at < syntax.nodes().size(); ++at) {
    const FieldName field = syntax.field(at);
    if (field == FieldName::package || (field == FieldName::operand && syntax.kind(at) == Kind::identifier))
      used.insert(syntax.text(at));
  }
  return used;
}

void lower_spec(Lowering& low, Index spec, const std::unordered_set<std::string_view>& used) {
  const Syntax& syntax = low.syntax;
  const Index path = syntax.child(spec, FieldName::path);
  const Index name = syntax.child(spec, FieldName::name);
  const std::string module = decode_string(syntax.text(path));
  Import import{.module = low.b.name(module), .kind = ImportKind::namespace_, .span = syntax.span(spec)};
  if (syntax.kind(name) == Kind::dot) {
    import.kind = ImportKind::everything;
  } else if (syntax.kind(name) == Kind::blank_identifier || syntax.text(name) == "_") {
    import.kind = ImportKind::side_effect;
  } else if (name != kNone) {
    import.alias = low.name_of(name);
  } else {
    const std::vector<std::string> guesses = package_names(module);
    const auto fits = std::ranges::find_if(guesses, [&](const std::string& guess) { return used.contains(guess); });
    if (fits != guesses.end())
      import.alias = low.b.name(*fits);
    else if (!guesses.empty())
      import.alias = low.b.name(guesses.front());
  }
  low.b.facts().imports.push_back(import);
}

}  // namespace

std::vector<std::string> package_names(std::string_view import_path) {
  while (import_path.ends_with('/')) import_path.remove_suffix(1);
  std::string_view path = import_path;
  if (path.find('/') != std::string_view::npos && is_version(last_part(path))) path = path.substr(0, path.rfind('/'));
  std::string_view last = last_part(path);
  if (const std::size_t dot = last.rfind(".v"); dot != std::string_view::npos && is_version(last.substr(dot + 1)))
    last = last.substr(0, dot);  // gopkg.in/yaml.v3
  std::vector<std::string> names;
  std::string_view core = last;
  for (const std::string_view prefix : {"go-", "go."})
    if (core.starts_with(prefix) && core.size() > prefix.size()) core.remove_prefix(prefix.size());
  for (const std::string_view suffix : {"-go", ".go", "-golang"})
    if (core.ends_with(suffix) && core.size() > suffix.size()) core.remove_suffix(suffix.size());
  add_name(names, core);
  add_name(names, last);
  const std::vector<std::string> parts = split(core, "-.");
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) add_name(names, *part);
  if (is_version(last_part(import_path)) && import_path != path) add_name(names, last_part(import_path));
  return names;
}

void lower_imports(Lowering& low, Index root) {
  const Syntax& syntax = low.syntax;
  std::unordered_set<std::string_view> used;
  bool counted = false;
  for (Index at = syntax.first(root); at != kNone; at = syntax.next(at)) {
    if (syntax.kind(at) != Kind::import_declaration) continue;
    if (!counted) used = used_qualifiers(syntax);
    counted = true;
    for (Index spec = syntax.first(at); spec != kNone; spec = syntax.next(spec)) {
      if (syntax.kind(spec) == Kind::import_spec) lower_spec(low, spec, used);
      for (Index inner = syntax.first(spec); inner != kNone; inner = syntax.next(inner))
        if (syntax.kind(inner) == Kind::import_spec) lower_spec(low, inner, used);
    }
  }
}

}  // namespace idem::go
