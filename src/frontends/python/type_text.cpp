// Types that need no syntax tree: what the names of `typing` mean, and annotations written as strings.
#include "frontends/python/lowering.hpp"

#include <algorithm>
#include <array>

namespace idem::python {

std::string_view without_typing(std::string_view dotted) {
  static constexpr std::array kModules{"typing.", "typing_extensions.", "t.", "te.", "collections.abc.", "abc."};
  for (const std::string_view module : kModules)
    if (dotted.starts_with(module)) return dotted.substr(module.size());
  return dotted;
}

static bool is_one_of(std::string_view name, std::span<const std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// https://docs.python.org/3/library/typing.html
static constexpr std::string_view kLists[] = {
    "list",        "List",       "Sequence", "MutableSequence", "Collection",
    "Iterable",    "set",        "Set",      "frozenset",       "FrozenSet",
    "AbstractSet", "MutableSet", "deque",    "Deque",           "collections.deque"};
static constexpr std::string_view kTransparent[] = {"ClassVar", "Final", "Required", "NotRequired", "ReadOnly"};

TypeRefId generic_type(FactsBuilder& build, std::string_view name, const std::vector<TypeRefId>& args, Span span) {
  if (is_one_of(name, kLists))
    return build.type_ref(
        {.kind = TypeRefKind::array, .args = build.type_list({args.empty() ? kNone : args[0]}), .span = span});
  if (is_one_of(name, kTransparent)) return args.empty() ? kNone : args[0];
  if (name == "tuple" || name == "Tuple")
    return build.type_ref({.kind = TypeRefKind::tuple, .args = build.type_list(args), .span = span});
  if (name == "Optional" && !args.empty()) {
    if (args[0] != kNone) build.facts().type_refs[args[0]].nullable = true;
    return args[0];
  }
  if ((name == "type" || name == "Type") && args.size() == 1 && args[0] != kNone) {
    const TypeRef inner = build.facts().type_refs[args[0]];
    if (inner.kind == TypeRefKind::named)
      return build.type_ref({.kind = TypeRefKind::typeof_, .name = inner.name, .span = span});
  }
  if (name == "Dict") name = "dict";
  return build.type_ref(
      {.kind = TypeRefKind::named, .name = build.name(name), .args = build.type_list(args), .span = span});
}

namespace {

constexpr int kMaxDepth = 32;

// Reads "a.b[c, d] | None"; anything it does not know makes the whole no type.
class TypeText {
 public:
  TypeText(FactsBuilder& build, std::string_view text, Span span) : m_build(build), m_text(text), m_span(span) {}

  TypeRefId parse() {
    const TypeRefId made = union_type(0);
    blanks();
    return m_bad || m_at != m_text.size() ? kNone : made;
  }

 private:
  void blanks() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t')) ++m_at;
  }
  bool take(char c) {
    blanks();
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }
  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  std::string_view word() {
    blanks();
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && is_name(m_text[m_at])) ++m_at;
    return m_text.substr(begin, m_at - begin);
  }
  TypeRefId fail() {
    m_bad = true;
    return kNone;
  }

  TypeRefId union_type(int depth) {
    if (depth > kMaxDepth) return fail();
    std::vector<TypeRefId> members;
    bool nullable = false;
    do {
      const std::size_t before = m_at;
      const TypeRefId one = single(depth);
      if (m_bad) return kNone;
      std::string_view said = m_text.substr(before, m_at - before);
      while (said.starts_with(' ')) said.remove_prefix(1);
      if (said == "None")
        nullable = true;
      else
        members.push_back(one);
    } while (take('|'));
    if (members.empty()) return m_build.named_type("None", m_span);
    TypeRefId made = members[0];
    if (members.size() > 1)
      made = m_build.type_ref({.kind = TypeRefKind::union_, .args = m_build.type_list(members), .span = m_span});
    if (nullable && made != kNone) m_build.facts().type_refs[made].nullable = true;
    return made;
  }

  TypeRefId single(int depth) {
    blanks();
    if (m_at < m_text.size() && (m_text[m_at] == '\'' || m_text[m_at] == '"')) {
      const std::size_t end = m_text.find(m_text[m_at], m_at + 1);
      if (end == std::string_view::npos) return fail();
      const std::string_view value = m_text.substr(m_at + 1, end - m_at - 1);
      m_at = end + 1;
      return m_build.type_ref({.kind = TypeRefKind::literal, .name = m_build.name(value), .span = m_span});
    }
    const std::string_view name = without_typing(word());
    if (name.empty()) return fail();
    std::vector<TypeRefId> args;
    if (take('[')) {
      do {
        if (take(']')) return finish(name, args);
        args.push_back(union_type(depth + 1));
        if (m_bad) return kNone;
      } while (take(','));
      if (!take(']')) return fail();
    }
    return finish(name, args);
  }

  TypeRefId finish(std::string_view name, const std::vector<TypeRefId>& args) {
    if (name == "Annotated" && !args.empty()) return args[0];
    if (name == "Literal" && args.size() == 1) return args[0];
    if ((name == "Union" || name == "Literal") && !args.empty())
      return m_build.type_ref({.kind = TypeRefKind::union_, .args = m_build.type_list(args), .span = m_span});
    return generic_type(m_build, name, args, m_span);
  }

  FactsBuilder& m_build;
  std::string_view m_text;
  Span m_span;
  std::size_t m_at = 0;
  bool m_bad = false;
};

}  // namespace

TypeRefId parse_type_text(FactsBuilder& build, std::string_view text, Span span) {
  return TypeText(build, text, span).parse();
}

}  // namespace idem::python
