#include "judge/statement_shape.hpp"

namespace idem {

namespace {

constexpr std::size_t kMaxLength = 400;
constexpr int kMaxDepth = 8;  // of nesting
constexpr int kMaxChain = 3;  // calls of one chain

class Shape {
 public:
  explicit Shape(const FileFacts& facts) : m_facts(facts) {}

  void expr(ExprId id, int depth, int chain) {
    if (id == kNone || depth > kMaxDepth || out.size() > kMaxLength) {
      out += '_';
      return;
    }
    const Expr& e = m_facts.exprs[id];
    switch (e.kind) {
      case ExprKind::member:
        expr(e.a, depth + 1, chain);
        out += '.';
        out += m_facts.name(e.name);
        break;
      case ExprKind::index:
        expr(e.a, depth + 1, chain);
        out += "[]";
        break;
      case ExprKind::call:
        call(e, depth, chain);
        break;
      case ExprKind::list:
        entries(e.args, '[', ']', depth);
        break;
      case ExprKind::map:
        entries(e.args, '{', '}', depth);
        break;
      case ExprKind::fn:
        out += "fn";
        break;
      case ExprKind::op:
        out += m_facts.name(e.name);
        out += '(';
        expr(e.a, depth + 1, 0);
        if (e.b != kNone) out += ',';
        if (e.b != kNone) expr(e.b, depth + 1, 0);
        out += ')';
        break;
      case ExprKind::choose:
        out += '?';
        for (const ExprId part : {e.a, e.b, e.c}) expr(part, depth + 1, 0);
        break;
      default:
        out += '_';
    }
  }

  std::string out;

 private:
  void call(const Expr& e, int depth, int chain) {
    if (chain >= kMaxChain) {
      out += '_';
      return;
    }
    const Expr& callee = m_facts.exprs[e.a];
    if (callee.kind == ExprKind::name)
      out += m_facts.name(callee.name);
    else
      expr(e.a, depth + 1, chain + 1);
    // What earlier calls of the chain were given says less than that they were made.
    if (chain > 0)
      out += "()";
    else
      entries(e.args, '(', ')', depth);
  }

  void entries(Range range, char open, char close, int depth) {
    out += open;
    for (Index i = 0; i < range.count && out.size() <= kMaxLength; ++i) {
      const Arg& arg = m_facts.args[range.first + i];
      if (i != 0) out += ',';
      if (arg.spread) out += "...";
      if (arg.label != 0) (out += m_facts.name(arg.label)) += ':';
      expr(arg.value, depth + 1, 0);
    }
    out += close;
  }

  const FileFacts& m_facts;
};

// The expression that stands exactly there, else that of the innermost statement around the place.
ExprId expression_at(const FileFacts& facts, Span span) {
  ExprId exact = kNone;
  for (ExprId i = 0; i < facts.exprs.size(); ++i)
    if (facts.exprs[i].span.begin == span.begin && facts.exprs[i].span.end == span.end &&
        (exact == kNone || facts.exprs[i].kind == ExprKind::call))
      exact = i;
  if (exact != kNone) return exact;
  const Event* inner = nullptr;
  for (const Event& event : facts.events) {
    if (event.expr == kNone || event.span.begin > span.begin || event.span.end < span.end) continue;
    if (inner == nullptr || event.span.end - event.span.begin < inner->span.end - inner->span.begin) inner = &event;
  }
  return inner == nullptr ? kNone : inner->expr;
}

}  // namespace

std::string statement_shape(const FileFacts& facts, Span span) {
  const ExprId found = expression_at(facts, span);
  if (found == kNone) return "";
  Shape shape(facts);
  shape.expr(found, 0, 0);
  if (shape.out.size() > kMaxLength) shape.out.resize(kMaxLength);
  return std::move(shape.out);
}

}  // namespace idem
