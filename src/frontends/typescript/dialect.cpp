#include "frontends/typescript/dialect.hpp"

#include <map>
#include <string_view>
#include <utility>

extern "C" {
const TSLanguage* tree_sitter_typescript();
const TSLanguage* tree_sitter_tsx();
}

namespace idem::typescript {

static Dialect make_dialect(const TSLanguage* language) {
  const std::map<std::pair<std::string_view, bool>, Kind> known_kinds = {
#define IDEM_TS_ROW(enumerator, name, named) {{name, named}, Kind::enumerator},
      IDEM_TS_KINDS(IDEM_TS_ROW)
#undef IDEM_TS_ROW
  };
  const std::map<std::string_view, Role> known_roles = {
#define IDEM_TS_ROW(enumerator, name) {name, Role::enumerator},
      IDEM_TS_FIELDS(IDEM_TS_ROW)
#undef IDEM_TS_ROW
  };
  Dialect dialect{.grammar = make_grammar(language), .kinds = {}, .roles = {}};
  const Grammar& grammar = dialect.grammar;
  // By name and not by symbol: aliases give several symbols the same name.
  for (std::size_t i = 0; i < grammar.kind_names.size(); ++i) {
    const auto found = known_kinds.find({grammar.kind_names[i], grammar.kind_named[i]});
    dialect.kinds.push_back(found == known_kinds.end() ? Kind::other : found->second);
  }
  for (const std::string_view name : grammar.field_names) {
    const auto found = known_roles.find(name);
    dialect.roles.push_back(found == known_roles.end() ? Role::other : found->second);
  }
  dialect.roles[0] = Role::none;
  return dialect;
}

const Dialect& typescript_dialect() {
  static const Dialect dialect = make_dialect(tree_sitter_typescript());
  return dialect;
}

const Dialect& tsx_dialect() {
  static const Dialect dialect = make_dialect(tree_sitter_tsx());
  return dialect;
}

}  // namespace idem::typescript
