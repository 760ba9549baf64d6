#include "facts/expr_text.hpp"

#include "base/terminal.hpp"

#include <algorithm>

namespace idem {

namespace {

constexpr int kMaxDepth = 200;
constexpr const char* kDeeper = "…";

class ExprWriter {
 public:
  explicit ExprWriter(const FileFacts& facts) : m_facts(facts) {}

  void expr(ExprId id);
  void type(TypeRefId id);
  std::string take() { return std::move(m_out); }

 private:
  void body(const Expr& expr);
  void tight(ExprId id);  // in parentheses where it would read otherwise
  void call(const Expr& expr);
  void op(const Expr& expr);
  void text(const Expr& expr);
  void entries(Range range, const char* separator);
  void types(Range range);
  void type_body(const TypeRef& ref);
  void name(NameId id) { m_out += printable(m_facts.name(id)); }

  const FileFacts& m_facts;
  std::string m_out;
  int m_depth = 0;
};

void ExprWriter::expr(ExprId id) {
  if (id == kNone) {
    m_out += '_';
  } else if (m_depth >= kMaxDepth) {
    m_out += kDeeper;
  } else {
    ++m_depth;
    body(m_facts.exprs[id]);
    --m_depth;
  }
}

void ExprWriter::tight(ExprId id) {
  const ExprKind kind = id == kNone ? ExprKind::name : m_facts.exprs[id].kind;
  const bool loose = kind == ExprKind::op || kind == ExprKind::choose || kind == ExprKind::fn;
  if (loose) m_out += '(';
  expr(id);
  if (loose) m_out += ')';
}

void ExprWriter::body(const Expr& e) {
  const char* optional = (e.flags & kOptional) != 0 ? "?" : "";
  switch (e.kind) {
    case ExprKind::unknown:
      m_out += "unknown<";
      name(e.name);
      m_out += ">(";
      entries(e.args, ", ");
      m_out += ')';
      break;
    case ExprKind::string:
      m_out += quoted(m_facts.name(e.name));
      break;
    case ExprKind::number:
    case ExprKind::boolean:
    case ExprKind::name:
      name(e.name);
      break;
    case ExprKind::null:
      m_out += "null";
      break;
    case ExprKind::text:
      text(e);
      break;
    case ExprKind::member:
      tight(e.a);
      m_out += optional;
      m_out += '.';
      name(e.name);
      break;
    case ExprKind::index:
      tight(e.a);
      m_out += optional;
      m_out += '[';
      expr(e.b);
      m_out += ']';
      break;
    case ExprKind::call:
      call(e);
      break;
    case ExprKind::list:
      m_out += (e.flags & kTuple) != 0 ? '(' : '[';
      entries(e.args, ", ");
      m_out += (e.flags & kTuple) != 0 ? ')' : ']';
      break;
    case ExprKind::map:
      m_out += '{';
      entries(e.args, ", ");
      m_out += '}';
      break;
    case ExprKind::fn:
      m_out += "fn#" + std::to_string(e.target);
      if (m_facts.fns[e.target].name != 0) m_out += ' ';
      name(m_facts.fns[e.target].name);
      break;
    case ExprKind::type:
      m_out += "type#" + std::to_string(e.target);
      if (m_facts.types[e.target].name != 0) m_out += ' ';
      name(m_facts.types[e.target].name);
      break;
    case ExprKind::op:
      op(e);
      break;
    case ExprKind::choose:
      tight(e.a);
      m_out += " ? ";
      tight(e.b);
      m_out += " : ";
      tight(e.c);
      break;
    case ExprKind::comprehension:
      name(e.name);
      m_out += "(fn#" + std::to_string(e.target) + " over ";
      expr(e.a);
      m_out += ')';
      break;
    case ExprKind::module:
      m_out += "module(";
      m_out += e.a == kNone ? quoted(m_facts.name(e.name)) : "";
      if (e.a != kNone) expr(e.a);
      m_out += ')';
      break;
  }
}

void ExprWriter::call(const Expr& e) {
  if ((e.flags & kAwaited) != 0) m_out += "await ";
  if ((e.flags & kNew) != 0) m_out += "new ";
  tight(e.a);
  if ((e.flags & kMacro) != 0) m_out += '!';
  if ((e.flags & kOptional) != 0) m_out += "?.";
  if ((e.flags & kTagged) != 0) m_out += "~";
  if (e.types.count != 0) {
    m_out += '<';
    types(e.types);
    m_out += '>';
  }
  m_out += '(';
  entries(e.args, ", ");
  m_out += ')';
  if ((e.flags & kPropagates) != 0) m_out += '?';
}

void ExprWriter::op(const Expr& e) {
  if (e.b == kNone) {
    const std::string_view spelled = m_facts.name(e.name);
    name(e.name);
    const bool word = !spelled.empty() && spelled.front() >= 'a' && spelled.front() <= 'z';
    if (word && e.a != kNone) m_out += ' ';
    if (e.a != kNone) tight(e.a);
    return;
  }
  tight(e.a);
  m_out += ' ';
  name(e.name);
  m_out += ' ';
  tight(e.b);
}

void ExprWriter::text(const Expr& e) {
  m_out += '`';
  for (Index i = 0; i < e.args.count; ++i) {
    const ExprId part = m_facts.args[e.args.first + i].value;
    if (part != kNone && m_facts.exprs[part].kind == ExprKind::string) {
      const std::string escaped = quoted(m_facts.name(m_facts.exprs[part].name));
      m_out += std::string_view(escaped).substr(1, escaped.size() - 2);
    } else {
      m_out += "${";
      expr(part);
      m_out += '}';
    }
  }
  m_out += '`';
}

void ExprWriter::entries(Range range, const char* separator) {
  for (Index i = 0; i < range.count; ++i) {
    if (i != 0) m_out += separator;
    const Arg& arg = m_facts.args[range.first + i];
    if (arg.spread) m_out += "...";
    if (arg.label != 0) {
      name(arg.label);
      m_out += ": ";
    } else if (arg.key != kNone) {
      m_out += '[';
      expr(arg.key);
      m_out += "]: ";
    }
    expr(arg.value);
  }
}

void ExprWriter::types(Range range) {
  for (Index i = 0; i < range.count; ++i) {
    if (i != 0) m_out += ", ";
    type(m_facts.type_lists[range.first + i]);
  }
}

void ExprWriter::type(TypeRefId id) {
  if (id == kNone) {
    m_out += '_';
  } else if (m_depth >= kMaxDepth) {
    m_out += kDeeper;
  } else {
    ++m_depth;
    type_body(m_facts.type_refs[id]);
    if (m_facts.type_refs[id].nullable) m_out += '?';
    --m_depth;
  }
}

void ExprWriter::type_body(const TypeRef& ref) {
  const auto joined = [&](const char* open, const char* separator, const char* close) {
    m_out += open;
    for (Index i = 0; i < ref.args.count; ++i) {
      if (i != 0) m_out += separator;
      type(m_facts.type_lists[ref.args.first + i]);
    }
    m_out += close;
  };
  switch (ref.kind) {
    case TypeRefKind::named:
      if (ref.module != 0) m_out += "module(" + quoted(m_facts.name(ref.module)) + ").";
      name(ref.name);
      if (ref.args.count != 0) joined("<", ", ", ">");
      break;
    case TypeRefKind::union_:
      joined("(", " | ", ")");
      break;
    case TypeRefKind::intersection:
      joined("(", " & ", ")");
      break;
    case TypeRefKind::array:
      joined("", ", ", "[]");
      break;
    case TypeRefKind::object:
      m_out += "type#" + std::to_string(ref.target);
      break;
    case TypeRefKind::function:
      joined("fn(", ", ", ")");
      break;
    case TypeRefKind::literal:
      m_out += "literal " + quoted(m_facts.name(ref.name));
      break;
    case TypeRefKind::typeof_:
      m_out += "typeof ";
      name(ref.name);
      break;
    case TypeRefKind::indexed:
      joined("", ", ", "[");
      name(ref.name);
      m_out += ']';
      break;
    case TypeRefKind::tuple:
      joined("(", ", ", ")");
      break;
  }
}

}  // namespace

std::string expr_text(const FileFacts& facts, ExprId expr) {
  ExprWriter writer(facts);
  writer.expr(expr);
  return writer.take();
}

std::string type_text(const FileFacts& facts, TypeRefId type) {
  ExprWriter writer(facts);
  writer.type(type);
  return writer.take();
}

std::string quoted(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    if (c == '\n')
      escaped += "\\n";
    else if (c == '\t')
      escaped += "\\t";
    else
      escaped += c;
  }
  return '"' + printable(escaped) + '"';
}

}  // namespace idem
