#include "meaning/promises.hpp"

#include "base/resources.hpp"
#include "catalog/catalog.hpp"
#include "meaning/memo.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

using namespace std::literals;

namespace {

// Which calls of one file are waited for, by where their value goes.
class Uses {
 public:
  explicit Uses(const FileFacts& facts) : m_facts(facts), m_parent(facts.exprs.size()), m_event(facts.exprs.size()) {
    const auto size = static_cast<ExprId>(facts.exprs.size());
    for (ExprId id = 0; id < size; ++id) {
      const Expr& expr = facts.exprs[id];
      for (const ExprId part : {expr.a, expr.b, expr.c}) adopt(part, id);
      for (Index i = expr.args.first; i < expr.args.first + expr.args.count; ++i) {
        adopt(facts.args[i].value, id);
        adopt(facts.args[i].key, id);
      }
    }
    for (const Event& event : facts.events)
      if (event.expr != kNone) m_event[event.expr] = &event;
    for (ExprId id = 0; id < size; ++id)
      if (facts.exprs[id].kind == ExprKind::name) m_uses[facts.exprs[id].name].push_back(id);
  }

  // The places of calls that nobody waits for.
  std::set<std::pair<std::uint32_t, std::uint32_t>> unawaited() const {
    std::set<std::pair<std::uint32_t, std::uint32_t>> places;
    for (ExprId id = 0; id < static_cast<ExprId>(m_facts.exprs.size()); ++id) {
      const Expr& expr = m_facts.exprs[id];
      if (expr.kind == ExprKind::call && (expr.flags & kNew) == 0 && !awaited(id, 0))
        places.emplace(expr.span.begin, expr.span.end);
    }
    return places;
  }

 private:
  static constexpr int kMaxDepth = 24;

  void adopt(ExprId part, ExprId parent) {
    if (part != kNone && part < m_parent.size()) m_parent[part] = parent + 1;
  }

  // Whether somebody gets the value who may wait for it.
  bool awaited(ExprId id, int depth) const {
    const Expr& expr = m_facts.exprs[id];
    if ((expr.flags & kAwaited) != 0 || depth > kMaxDepth || m_budget == 0) return true;
    --m_budget;
    if (m_parent[id] == 0) return awaited_by_event(id, depth);
    const ExprId above = m_parent[id] - 1;
    const Expr& parent = m_facts.exprs[above];
    const std::string_view name = m_facts.name(parent.name);
    switch (parent.kind) {
      case ExprKind::member:
        if (name == "then" || name == "catch" || name == "finally") return true;
        // A further step of a chain; a property of the promise itself is none.
        return is_callee(above) ? awaited(m_parent[above] - 1, depth + 1) : false;
      case ExprKind::index:
        return parent.a != id;
      case ExprKind::call:
        return parent.a == id ? awaited(above, depth + 1) : true;
      case ExprKind::op:
        if (name == "&&" || name == "||" || name == "??") return awaited(above, depth + 1);
        return name == "await" || name == "yield" || name == "yield*" || name == "cast" || name == "spread";
      case ExprKind::choose:
        return parent.a == id ? false : awaited(above, depth + 1);
      default:
        return true;
    }
  }

  bool is_callee(ExprId member) const {
    if (m_parent[member] == 0) return false;
    const Expr& call = m_facts.exprs[m_parent[member] - 1];
    return call.kind == ExprKind::call && call.a == member;
  }

  bool awaited_by_event(ExprId id, int depth) const {
    const Event* event = m_event[id];
    if (event == nullptr) return true;
    switch (event->kind) {
      case EventKind::eval:
      case EventKind::branch:
        return false;
      case EventKind::set:
        return awaited_by_name(event->place, depth);
      case EventKind::loop:
        return static_cast<LoopHow>(event->how) == LoopHow::each;
      default:
        return true;
    }
  }

  // The name's uses in the function where it is bound; a name of a module is anybody's.
  bool awaited_by_name(ExprId place, int depth) const {
    if (place == kNone || m_facts.exprs[place].kind != ExprKind::name) return true;
    const Expr& bound = m_facts.exprs[place];
    const Fn* inside = nullptr;
    for (const Fn& fn : m_facts.fns)
      if (fn.kind != FnKind::module && fn.kind != FnKind::type_body && within(bound.span, fn.span) &&
          (inside == nullptr || within(fn.span, inside->span)))
        inside = &fn;
    if (inside == nullptr) return true;
    const auto uses = m_uses.find(bound.name);
    if (uses == m_uses.end()) return false;
    for (const ExprId id : uses->second) {
      if (m_budget == 0) return true;
      --m_budget;
      const bool is_place = m_parent[id] == 0 && m_event[id] == nullptr;
      if (!is_place && within(m_facts.exprs[id].span, inside->span) && awaited(id, depth + 8)) return true;
    }
    return false;
  }

  static bool within(const Span& inner, const Span& outer) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
  }

  const FileFacts& m_facts;
  std::vector<ExprId> m_parent;  // one more than the id; 0: none
  std::vector<const Event*> m_event;
  std::unordered_map<NameId, std::vector<ExprId>> m_uses;
  mutable std::size_t m_budget = 2'000'000;  // steps; when it is spent, everything counts as waited for
};

struct Promising {
  std::string language;
  std::vector<std::string> modules, paths;
};

// The file is embedded and tested: what is wrong in it is a bug of ours.
std::vector<Promising> load() {
  std::vector<Promising> all;
  const toml::table file = toml::parse(resource("src/catalog/promises.toml"), "promises.toml"sv);
  const toml::array* const rows = file["promises"].as_array();
  if (rows == nullptr) throw std::logic_error("promises.toml holds nothing");
  for (const toml::node& node : *rows) {
    const toml::table& row = *node.as_table();
    Promising one;
    one.language = row["language"].value_or<std::string>("");
    for (const auto& [key, list] : {std::pair{"modules", &one.modules}, std::pair{"at", &one.paths}})
      if (const toml::array* const texts = row[key].as_array(); texts != nullptr)
        for (const toml::node& text : *texts) list->push_back(text.value_or<std::string>(""));
    all.push_back(std::move(one));
  }
  return all;
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return pattern_matches(pattern, text); });
}

}  // namespace

bool nobody_waits(Interpreter& interpreter, const Site& site) {
  if (site.file == kNone) return false;
  auto& known = meaning_memo(interpreter).unawaited;
  auto places = known.find(site.file);
  if (places == known.end())
    places = known.emplace(site.file, Uses(interpreter.program().file(site.file).facts).unawaited()).first;
  return places->second.contains({site.span.begin, site.span.end});
}

bool gives_promise(Interpreter& interpreter, FnRef ref) {
  const FileFacts& facts = interpreter.program().file(ref.file).facts;
  const Fn& fn = facts.fns[ref.fn];
  if ((fn.flags & kAsync) != 0) return (fn.flags & kGenerator) == 0;
  return fn.returns != kNone && facts.name(facts.type_refs[fn.returns].name) == "Promise";
}

bool gives_promise(Interpreter& interpreter, V called) {
  static const std::vector<Promising> all = load();
  if (called->lib == nullptr || called->args == nullptr || called->site.file == kNone) return false;
  const std::string_view language = interpreter.program().file(called->site.file).family;
  for (V one : called->args->positional)
    if (one->is(ValueKind::fn)) return false;
  return std::any_of(all.begin(), all.end(), [&](const Promising& one) {
    return one.language == language && any_matches(one.modules, called->lib->module) &&
           (one.paths.empty() || any_matches(one.paths, called->lib->path));
  });
}

}  // namespace idem
