#include "engine/effects.hpp"

#include "meaning/flat_text.hpp"
#include "meaning/operation.hpp"
#include "meaning/origin.hpp"
#include "providers/providers.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace idem {

namespace {

struct Collector {
  Interpreter& interpreter;
  const Step& root;
  bool guard;
  std::vector<Effect> effects;
  std::map<std::string, std::size_t> seen;  // kind + place → index into effects
  std::vector<std::pair<Site, FnRef>> chain;
  std::set<std::pair<const TraceBlock*, std::string>> visited;
  std::set<FnRef> functions;
  std::size_t budget = 200'000;

  Step step_at(const Site& site, std::string text) const {
    const Program& program = interpreter.program();
    return {std::string(program.source_path(site.file)), program.line(site), std::move(text)};
  }

  std::string name_of(FnRef ref) const {
    const FileFacts& facts = interpreter.program().file(ref.file).facts;
    const Fn& fn = facts.fns[ref.fn];
    std::string name;
    if (fn.owner != kNone)
      name = std::string(facts.name(facts.types[fn.owner].name)) + ".";
    else if (fn.owner_name != 0)
      name = std::string(facts.name(fn.owner_name)) + ".";
    return name + (fn.name == 0 ? "a function" : std::string(facts.name(fn.name)));
  }

  std::string call_text(V called) const {
    if (called->lib == nullptr) {
      const CallWords words = words_of(interpreter, called);
      return words.receiver.empty() ? words.method + "()" : words.receiver.back() + "." + words.method + "()";
    }
    std::string text = called->lib->path.empty() ? called->lib->module : called->lib->path;
    return called->lib->module == "global" ? text : called->lib->module + ": " + text;
  }

  void visit(const TraceBlock* block, const std::string& ambient) {
    if (block == nullptr || budget == 0) return;
    if (!visited.insert({block, ambient}).second) return;
    for (const TraceNode& node : block->nodes) {
      if (budget == 0)
        return interpreter.stop("of a handler that does so much only the first effects are listed", node.site);
      --budget;
      switch (node.kind) {
        case TraceKind::call:
          call(node, ambient);
          break;
        case TraceKind::inline_: {
          functions.insert(node.fn);
          chain.emplace_back(node.site, node.fn);
          visit(node.body, ambient);
          chain.pop_back();
          break;
        }
        case TraceKind::try_:
          visit(node.body, ambient);
          for (const TraceCatch& caught : node.catches)
            visit(caught.body, ambient.empty() ? "in a catch arm" : ambient);
          visit(node.other, ambient);
          break;
        default:
          visit(node.body, ambient);
          visit(node.other, ambient);
      }
    }
  }

  void call(const TraceNode& node, const std::string& ambient) {
    bool known = false;
    if (node.value->is(ValueKind::library)) {
      // A row that calls it harmless is an exception from wider ones.
      for (const Row* row : node.value->lib->rows)
        if (row->role == Role::none) return;
      for (const Row* row : node.value->lib->rows) {
        known |= row->role != Role::db;
        if (row->role != Role::effect) continue;
        const std::vector<std::string>* kinds = row->list("kinds");
        if (kinds == nullptr) continue;
        if (row->slot("method") != nullptr || row->slot("verb") != nullptr) {
          const std::string verb = interpreter.slot_verb(*row, node.value);
          if (verb == "GET" || verb == "HEAD" || verb == "OPTIONS") continue;
        }
        if (!interpreter.applies(*row, node.value)) continue;
        if (row->slot("sql") != nullptr && !writes(*row, node.value)) continue;
        for (const std::string& kind_word : *kinds)
          if (const std::optional<EffectKind> kind = effect_kind_of(kind_word)) add(*kind, row, node, ambient);
      }
    }
    if (known || node.value->args == nullptr) return;
    // No row knows the call: SQL text that writes, and collaborators named for moving money, tell by themselves.
    const std::vector<V>& args = node.value->args->positional;
    for (std::size_t i = 0; i < args.size() && i < 3; ++i)
      if (args[i]->is(ValueKind::text) || args[i]->is(ValueKind::any_of) ||
          (args[i]->is(ValueKind::library) && args[i]->args != nullptr))
        if (text_writes(args[i])) return add(EffectKind::db_write, nullptr, node, ambient);
    if (moves_money(interpreter, node.value)) add(EffectKind::payment, nullptr, node, ambient);
  }

  bool text_writes(V value) const {
    std::vector<V> texts = value->is(ValueKind::any_of) ? value->items : std::vector<V>{value};
    for (V one : texts) {
      const SqlStatement statement = read_sql(flat_text(interpreter, one));
      if (statement.verb != SqlVerb::none && statement.verb != SqlVerb::select) return true;
    }
    return false;
  }

  // Raw SQL: does the text, as far as it is known, write?
  bool writes(const Row& row, V called) const {
    V value = interpreter.slot_value(row, "sql", called);
    return value != nullptr && text_writes(value);
  }

  // An outgoing POST whose address ends in a word of reading: by word, so only downward.
  bool only_asks(V called) const {
    static const std::set<std::string> kAsks = {"status",   "search", "query",     "quote",    "lookup",
                                                "validate", "verify", "preview",   "estimate", "check",
                                                "count",    "list",   "introspect"};
    if (called->args == nullptr) return false;
    for (V value : called->args->positional) {
      if (!value->is(ValueKind::text)) continue;
      std::string text = flat_text(interpreter, value);
      text = text.substr(0, text.find('?'));
      const std::size_t slash = text.rfind('/');
      if (slash == std::string::npos) continue;
      const std::vector<std::string> words = split_words(text.substr(slash + 1));
      if (!words.empty() && (kAsks.contains(words.back()) || kAsks.contains(words.front()))) return true;
    }
    return false;
  }

  void add(EffectKind kind, const Row* row, const TraceNode& node, const std::string& ambient) {
    const Step here = step_at(node.site, call_text(node.value));
    const std::string key = std::string(word(kind)) + here.file + ":" + std::to_string(here.line);
    const auto known = seen.find(key);
    if (known != seen.end()) {
      if (ambient.empty() && !guard) effects[known->second].ambient.clear();
      return;
    }
    Effect effect;
    effect.kind = kind;
    effect.tier = kind == EffectKind::payment || kind == EffectKind::notification || kind == EffectKind::process ||
                          kind == EffectKind::external_http
                      ? Tier::strong
                      : Tier::standard;
    if (row == nullptr) {
      effect.confidence = kind == EffectKind::payment ? Confidence::medium : Confidence::high;
    } else {
      if (const std::optional<Tier> tier = tier_of(row->text("tier"))) effect.tier = *tier;
      if (const std::optional<Confidence> confidence = confidence_of(row->text("confidence")))
        effect.confidence = *confidence;
      effect.provider = row->text("provider");
      if (effect.provider.empty() && node.value->lib != nullptr)
        if (const Provider* provider = provider_of_module(node.value->lib->module); provider != nullptr)
          effect.provider = provider->id;
    }
    if (kind == EffectKind::external_http && only_asks(node.value)) effect.tier = Tier::none;
    effect.ambient = guard ? "a guard's own" : ambient;
    if (row != nullptr && !row->text("ambient").empty() && effect.ambient.empty())
      effect.ambient = row->text("ambient");
    if (V subject = node.value->subject;
        subject != nullptr && (subject->is(ValueKind::type) || subject->is(ValueKind::instance))) {
      const FileFacts& facts = interpreter.program().file(subject->file).facts;
      effect.target = facts.name(facts.types[subject->decl].name);
    }
    effect.evidence.push_back(root);
    for (const auto& [site, fn] : chain) {
      if (site.file == kNone) continue;
      Step step = step_at(site, "calls " + name_of(fn));
      if (effect.evidence.back().file == step.file && effect.evidence.back().line == step.line) continue;
      effect.evidence.push_back(std::move(step));
    }
    if (effect.evidence.back().file == here.file && effect.evidence.back().line == here.line &&
        effect.evidence.size() > 1)
      effect.evidence.back() = here;
    else
      effect.evidence.push_back(here);
    seen.emplace(key, effects.size());
    effects.push_back(std::move(effect));
  }
};

}  // namespace

std::vector<Effect> effects_of(Interpreter& interpreter, const TraceBlock* block, const Step& root,
                               std::vector<LineRange>& reached, bool guard) {
  Collector collector{interpreter, root, guard, {}, {}, {}, {}, {}};
  collector.visit(block, "");
  for (const FnRef fn : collector.functions) {
    const FileFacts& facts = interpreter.program().file(fn.file).facts;
    const Span span = facts.fns[fn.fn].span;
    reached.push_back({facts.path, facts.line(span.begin), facts.line(span.end)});
  }
  return std::move(collector.effects);
}

}  // namespace idem
