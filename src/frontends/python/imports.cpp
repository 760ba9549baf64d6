#include "frontends/python/lowering.hpp"

namespace idem::python {

void Lowering::add_import(Import import) {
  import.in = scope().fn;
  import.type_only = m_type_checking;
  m_facts.imports.push_back(import);
}

// A dotted name may hold blanks and line continuations between its parts.
static std::string without_blanks(std::string_view written) {
  std::string out;
  for (const char c : written)
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\\') out += c;
  return out;
}

void Lowering::import_statement(Index n) {
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::aliased_import) {
      const Index name = child(c, m_grammar.field.name);
      const Index alias = child(c, m_grammar.field.alias);
      if (name == kNone || alias == kNone) continue;
      add_import({.module = m_build.name(without_blanks(text(name))),
                  .alias = m_build.name(text(alias)),
                  .kind = ImportKind::namespace_,
                  .span = span(n)});
    } else if (kind(c) == Kind::dotted_name) {
      // `import a.b.c` binds a, and loads a.b.c so that a.b.c is found from it.
      const std::string module = without_blanks(text(c));
      const NameId first = m_build.name(module.substr(0, module.find('.')));
      add_import({.module = first, .alias = first, .kind = ImportKind::namespace_, .span = span(n)});
      if (module.find('.') != std::string::npos)
        add_import({.module = m_build.name(module), .kind = ImportKind::side_effect, .span = span(n)});
    }
  }
}

void Lowering::import_from(Index n) {
  const Index from = child(n, m_grammar.field.module_name);
  if (from == kNone) return;
  const NameId module = m_build.name(without_blanks(text(from)));
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (c == from) continue;
    if (kind(c) == Kind::wildcard_import) {
      add_import({.module = module, .kind = ImportKind::everything, .span = span(n)});
    } else if (kind(c) == Kind::dotted_name) {
      const NameId name = m_build.name(without_blanks(text(c)));
      add_import({.module = module, .name = name, .alias = name, .kind = ImportKind::value, .span = span(c)});
    } else if (kind(c) == Kind::aliased_import) {
      const Index name = child(c, m_grammar.field.name);
      const Index alias = child(c, m_grammar.field.alias);
      if (name == kNone || alias == kNone) continue;
      add_import({.module = module,
                  .name = m_build.name(without_blanks(text(name))),
                  .alias = m_build.name(text(alias)),
                  .kind = ImportKind::value,
                  .span = span(c)});
    }
  }
}

}  // namespace idem::python
