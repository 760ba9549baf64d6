#include "facts/expr_text.hpp"
#include "facts/facts.hpp"

#include <fmt/format.h>

#include <iterator>

namespace idem {

namespace {

constexpr int kMaxNesting = 200;  // blocks deeper than this are shortened

class Printer {
 public:
  Printer(const FileFacts& facts, bool places) : m_facts(facts), m_places(places) {}
  std::string print();

 private:
  void head();
  void imports();
  void exports();
  void type(TypeId id);
  void fields(TypeId owner);
  void fn(FnId id);
  std::string signature(const Fn& fn) const;
  std::string param(const Param& param) const;
  void annotations(Range range);
  void block(BlockId id);
  void event(const Event& event);
  void set(const Event& event);
  void branch(const Event& first);
  void loop(const Event& event);
  void try_(const Event& event);
  void leave(const Event& event);
  void scope(const Event& event);
  void line(std::string_view text, std::uint32_t at);  // `at`: byte offset whose line is told
  void line(std::string_view text);
  std::string_view name(NameId id) const { return m_facts.name(id); }
  std::string expr(ExprId id) const { return expr_text(m_facts, id); }
  std::string typed(TypeRefId id) const { return id == kNone ? "" : ": " + type_text(m_facts, id); }
  // The only event of a block, if it is a branch: then it is an `else if`.
  const Event* lone_branch(BlockId id) const;

  const FileFacts& m_facts;
  const bool m_places;
  std::string m_out;
  int m_indent = 0;
};

struct Indented {
  explicit Indented(int& depth) : at(depth) { ++at; }
  ~Indented() { --at; }
  Indented(const Indented&) = delete;
  Indented& operator=(const Indented&) = delete;
  int& at;
};

std::string Printer::print() {
  head();
  imports();
  exports();
  for (TypeId id = 0; id < m_facts.types.size(); ++id) type(id);
  fields(kNone);
  for (FnId id = 0; id < m_facts.fns.size(); ++id) fn(id);
  for (const Comment& comment : m_facts.comments)
    line(fmt::format("comment {}", quoted(name(comment.text))), comment.span.begin);
  for (const Cut& cut : m_facts.cuts)
    line(fmt::format("cut {} ({} bytes)", quoted(name(cut.why)), cut.span.end - cut.span.begin), cut.span.begin);
  return std::move(m_out);
}

void Printer::head() {
  line(fmt::format("file {} ({})", m_facts.path, m_facts.language));
  if (!m_facts.package.empty()) line("package " + m_facts.package);
  if (m_facts.has_errors) line("has syntax errors");
}

void Printer::imports() {
  for (const Import& import : m_facts.imports) {
    std::string text = import.type_only ? "import type " : "import ";
    const std::string module = quoted(name(import.module));
    switch (import.kind) {
      case ImportKind::value:
        text += fmt::format("{} from {}", name(import.name), module);
        break;
      case ImportKind::namespace_:
        text += fmt::format("* from {}", module);
        break;
      case ImportKind::whole:
        text += fmt::format("= from {}", module);
        break;
      case ImportKind::everything:
        text += fmt::format("everything from {}", module);
        break;
      case ImportKind::side_effect:
        text += module;
        break;
    }
    if (import.alias != 0) text += fmt::format(" as {}", name(import.alias));
    if (import.in != 0) text += fmt::format(" in fn#{}", import.in);
    line(text, import.span.begin);
  }
}

void Printer::exports() {
  for (const Export& entry : m_facts.exports) {
    std::string text = fmt::format("export {}", name(entry.name));
    if (entry.value != kNone) text += " = " + expr(entry.value);
    if (entry.module != 0) text += fmt::format(" = {} from {}", name(entry.of), quoted(name(entry.module)));
    line(text, entry.span.begin);
  }
}

void Printer::type(TypeId id) {
  static constexpr const char* kKinds[] = {"class", "interface", "struct", "enum", "trait", "alias", "object"};
  const Type& t = m_facts.types[id];
  std::string text = fmt::format("type#{} {} {}", id, kKinds[static_cast<int>(t.kind)], name(t.name));
  for (Index i = 0; i < t.type_params.count; ++i)
    text += fmt::format("{}{}", i == 0 ? "<" : ", ", name(m_facts.name_lists[t.type_params.first + i]));
  if (t.type_params.count != 0) text += '>';
  for (Index i = 0; i < t.bases.count; ++i)
    text += (i == 0 ? " : " : ", ") + type_text(m_facts, m_facts.type_lists[t.bases.first + i]);
  if (t.base_expr != kNone) text += " : (" + expr(t.base_expr) + ")";
  if (t.aliased != kNone) text += " = " + type_text(m_facts, t.aliased);
  if (t.outer_type != kNone) text += fmt::format(" in type#{}", t.outer_type);
  if (t.outer != kNone && t.outer != 0) text += fmt::format(" in fn#{}", t.outer);
  if (t.body != kNone) text += fmt::format(" body fn#{}", t.body);
  if (t.augments != 0) text += fmt::format(" augments {}", quoted(name(t.augments)));
  line(text, t.name_at);
  const Indented deeper(m_indent);
  annotations(t.annotations);
  fields(id);
}

void Printer::fields(TypeId owner) {
  for (const Field& f : m_facts.fields) {
    if (f.owner != owner) continue;
    std::string text = "field ";
    if ((f.flags & kFieldStatic) != 0) text += "static ";
    if ((f.flags & kFieldConst) != 0) text += "const ";
    if ((f.flags & kFieldEmbedded) != 0) text += "embedded ";
    text += fmt::format("{}{}{}", name(f.name), (f.flags & kFieldOptional) != 0 ? "?" : "", typed(f.type));
    if (f.init != kNone) text += " = " + expr(f.init);
    if (f.tag != 0) text += " tag " + quoted(name(f.tag));
    line(text, f.span.begin);
    const Indented deeper(m_indent);
    annotations(f.annotations);
  }
}

void Printer::fn(FnId id) {
  const Fn& f = m_facts.fns[id];
  line(fmt::format("fn#{} {}", id, signature(f)), f.name_at);
  const Indented deeper(m_indent);
  annotations(f.annotations);
  for (Index i = 0; i < f.params.count; ++i) {
    const Param& p = m_facts.params[f.params.first + i];
    if (p.annotations.count == 0) continue;
    line(fmt::format("param {}", name(p.name)), p.span.begin);
    const Indented inner(m_indent);
    annotations(p.annotations);
  }
  if (f.body == kNone)
    line("no body");
  else
    block(f.body);
}

std::string Printer::signature(const Fn& f) const {
  static constexpr const char* kKinds[] = {"module", "function", "method", "constructor", "lambda", "type body"};
  static constexpr const char* kFlags[] = {"async",  "generator", "static",      "exported",
                                           "getter", "abstract",  "class method"};
  std::string text = kKinds[static_cast<int>(f.kind)];
  if (f.owner != kNone) text += fmt::format(" type#{}", f.owner);
  if (f.owner_name != 0) text += fmt::format(" of {}", name(f.owner_name));
  if (f.name != 0) text += fmt::format(" {}", name(f.name));
  if (f.kind != FnKind::module && f.kind != FnKind::type_body) {
    text += '(';
    for (Index i = 0; i < f.params.count; ++i) text += (i == 0 ? "" : ", ") + param(m_facts.params[f.params.first + i]);
    text += ')' + typed(f.returns);
  }
  for (std::size_t i = 0; i < std::size(kFlags); ++i)
    if ((f.flags >> i & 1) != 0) text += fmt::format(" [{}]", kFlags[i]);
  if (f.outer != kNone && f.outer != 0) text += fmt::format(" in fn#{}", f.outer);
  return text;
}

std::string Printer::param(const Param& p) const {
  static constexpr const char* kMarks[] = {"", "receiver ", "keyword ", "...", "...keywords ", "block "};
  std::string text = fmt::format("{}{}{}", kMarks[static_cast<int>(p.kind)], name(p.name), typed(p.type));
  if (p.init != kNone) text += " = " + expr(p.init);
  return text;
}

void Printer::annotations(Range range) {
  static constexpr const char* kMarks[] = {"@", "attribute ", "macro ", "tag ", "directive "};
  for (Index i = 0; i < range.count; ++i) {
    const Annotation& a = m_facts.annotations[range.first + i];
    line(kMarks[static_cast<int>(a.on)] + expr(a.expr), a.span.begin);
  }
}

void Printer::block(BlockId id) {
  const Range events = m_facts.blocks[id].events;
  if (events.count != 0 && m_indent >= kMaxNesting) return line("…");
  for (Index i = 0; i < events.count; ++i) event(m_facts.events[events.first + i]);
}

void Printer::event(const Event& e) {
  switch (e.kind) {
    case EventKind::set:
      return set(e);
    case EventKind::eval:
      return line(expr(e.expr), e.span.begin);
    case EventKind::branch:
      return branch(e);
    case EventKind::loop:
      return loop(e);
    case EventKind::try_:
      return try_(e);
    case EventKind::leave:
      return leave(e);
    case EventKind::scope:
      return scope(e);
  }
}

void Printer::set(const Event& e) {
  static constexpr const char* kHow[] = {"const ", "let ", "", ""};
  const bool augment = e.how == static_cast<std::uint8_t>(SetHow::augment);
  const std::string value = e.expr == kNone ? "" : fmt::format(" {}= {}", augment ? name(e.op) : "", expr(e.expr));
  line(fmt::format("{}{}{}{}", kHow[e.how], expr(e.place), typed(e.type), value), e.span.begin);
}

const Event* Printer::lone_branch(BlockId id) const {
  if (id == kNone || m_facts.blocks[id].events.count != 1) return nullptr;
  const Event& only = m_facts.events[m_facts.blocks[id].events.first];
  return only.kind == EventKind::branch ? &only : nullptr;
}

void Printer::branch(const Event& first) {
  const Event* e = &first;
  for (std::string_view word = "if "; e != nullptr; word = "else if ") {
    line(fmt::format("{}{}", word, expr(e->expr)), e->span.begin);
    if (e->body != kNone) {
      const Indented deeper(m_indent);
      block(e->body);
    }
    const Event* chained = lone_branch(e->other);
    if (chained == nullptr && e->other != kNone && m_facts.blocks[e->other].events.count != 0) {
      line("else");
      const Indented deeper(m_indent);
      block(e->other);
    }
    e = chained;
  }
}

void Printer::loop(const Event& e) {
  std::string text;
  switch (static_cast<LoopHow>(e.how)) {
    case LoopHow::each:
      text = "for " + (e.key != 0 ? fmt::format("{}, ", name(e.key)) : "") + expr(e.place) + " in " + expr(e.expr);
      break;
    case LoopHow::count:
      text = "count " + expr(e.expr);
      break;
    case LoopHow::while_:
      text = "while " + expr(e.expr);
      break;
    case LoopHow::forever:
      text = "forever";
      break;
    case LoopHow::once:
      text = "once";
      break;
  }
  line(text, e.span.begin);
  const Indented deeper(m_indent);
  if (e.body != kNone) block(e.body);
}

void Printer::try_(const Event& e) {
  const auto part = [&](BlockId id) {
    const Indented deeper(m_indent);
    if (id != kNone) block(id);
  };
  line("try", e.span.begin);
  part(e.body);
  for (Index i = 0; i < e.catches.count; ++i) {
    const Catch& c = m_facts.catches[e.catches.first + i];
    std::string text = "catch";
    for (Index t = 0; t < c.types.count; ++t)
      text += (t == 0 ? " " : ", ") + expr(m_facts.exprs_list[c.types.first + t]);
    if (c.bind != 0) text += fmt::format(" as {}", name(c.bind));
    line(text, c.span.begin);
    part(c.body);
  }
  if (e.other == kNone) return;
  line("finally");
  part(e.other);
}

void Printer::leave(const Event& e) {
  static constexpr const char* kWords[] = {"return", "throw", "break", "continue", "abort"};
  line(kWords[e.how] + (e.expr == kNone ? "" : " " + expr(e.expr)), e.span.begin);
}

void Printer::scope(const Event& e) {
  static constexpr const char* kWords[] = {"with", "defer", "spawn", "sync", "block"};
  std::string text = kWords[e.how];
  if (e.expr != kNone) text += " " + expr(e.expr);
  if (e.place != kNone) text += " as " + expr(e.place);
  line(text, e.span.begin);
  const Indented deeper(m_indent);
  if (e.body != kNone) block(e.body);
}

void Printer::line(std::string_view text, std::uint32_t at) {
  if (m_places) m_out += fmt::format("{:>5}  ", m_facts.line(at));
  m_out.append(static_cast<std::size_t>(m_indent) * 2, ' ');
  m_out += text;
  m_out += '\n';
}

void Printer::line(std::string_view text) {
  if (m_places) m_out += "       ";
  m_out.append(static_cast<std::size_t>(m_indent) * 2, ' ');
  m_out += text;
  m_out += '\n';
}

}  // namespace

std::string print_facts(const FileFacts& facts, bool places) { return Printer(facts, places).print(); }

}  // namespace idem
