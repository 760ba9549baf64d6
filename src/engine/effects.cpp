#include "engine/effects.hpp"

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
  std::vector<Site> chain;
  std::set<std::pair<const TraceBlock*, std::string>> visited;
  std::set<FnRef> functions;
  std::size_t budget = 200'000;

  Step step_at(const Site& site, std::string text) const {
    const Program& program = interpreter.program();
    return {std::string(program.source_path(site.file)), program.line(site), std::move(text)};
  }

  static std::string call_text(V called) {
    std::string text = called->lib->path.empty() ? called->lib->module : called->lib->path;
    return called->lib->module == "global" ? text : called->lib->module + ": " + text;
  }

  void visit(const TraceBlock* block, const std::string& ambient) {
    if (block == nullptr || budget == 0) return;
    if (!visited.insert({block, ambient}).second) return;
    for (const TraceNode& node : block->nodes) {
      if (budget == 0) return;
      --budget;
      switch (node.kind) {
        case TraceKind::call:
          call(node, ambient);
          break;
        case TraceKind::inline_: {
          functions.insert(node.fn);
          chain.push_back(node.site);
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
    if (!node.value->is(ValueKind::library)) return;
    for (const Row* row : node.value->lib->rows) {
      if (row->role != Role::effect) continue;
      const std::vector<std::string>* kinds = row->list("kinds");
      if (kinds == nullptr) continue;
      std::string verb;
      if (row->slot("method") != nullptr || row->slot("verb") != nullptr) {
        verb = interpreter.slot_text(*row, row->slot("method") != nullptr ? "method" : "verb", node.value);
        std::transform(verb.begin(), verb.end(), verb.begin(),
                       [](unsigned char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); });
        if (verb.empty()) verb = row->text("default_method");
        if (verb == "GET" || verb == "HEAD" || verb == "OPTIONS") continue;
      }
      std::string sql;
      if (row->slot("sql") != nullptr && !writes(*row, node.value)) continue;
      for (const std::string& kind_word : *kinds) {
        const std::optional<EffectKind> kind = effect_kind_of(kind_word);
        if (!kind) continue;
        add(*kind, *row, node, ambient);
      }
    }
  }

  // Raw SQL: does the text, as far as it is known, write?
  bool writes(const Row& row, V called) const {
    V text_value = interpreter.slot_value(row, "sql", called);
    if (text_value == nullptr) return false;
    std::vector<V> texts = text_value->is(ValueKind::any_of) ? text_value->items : std::vector<V>{text_value};
    for (V one : texts) {
      std::string text;
      for (const FoldedText& part : fold(one)) text += part.text;
      if (sql_writes(text)) return true;
    }
    return false;
  }

  struct FoldedText {
    std::string text;
  };
  std::vector<FoldedText> fold(V value) const {
    std::vector<FoldedText> parts;
    if (value->is(ValueKind::text)) {
      if (value->items.empty()) parts.push_back({std::string(interpreter.text(value->name))});
      for (V part : value->items)
        for (FoldedText& inner : fold(part)) parts.push_back(std::move(inner));
    } else if (value->is(ValueKind::library) || value->is(ValueKind::unknown)) {
      // A statement object made from text: text("INSERT …").
      if (value->args != nullptr && !value->args->positional.empty() && value->args->positional[0]->is(ValueKind::text))
        return fold(value->args->positional[0]);
      parts.push_back({" ? "});
    }
    return parts;
  }

  static bool sql_writes(std::string_view sql) {
    std::string word;
    std::string first;
    std::size_t at = 0;
    const auto next_word = [&]() {
      word.clear();
      while (at < sql.size() && std::isalpha(static_cast<unsigned char>(sql[at])) == 0) ++at;
      while (at < sql.size() && (std::isalpha(static_cast<unsigned char>(sql[at])) != 0 || sql[at] == '_'))
        word += static_cast<char>(std::toupper(static_cast<unsigned char>(sql[at++])));
      return !word.empty();
    };
    static const std::set<std::string> kVerbs = {"INSERT",  "UPDATE", "DELETE",  "MERGE",
                                                 "REPLACE", "UPSERT", "TRUNCATE"};
    bool with = false;
    for (int i = 0; next_word(); ++i) {
      if (i == 0) {
        if (kVerbs.contains(word)) return true;
        with = word == "WITH";
        if (!with) return false;
      } else if (kVerbs.contains(word) && with) {
        return true;
      }
    }
    return false;
  }

  void add(EffectKind kind, const Row& row, const TraceNode& node, const std::string& ambient) {
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
    if (const std::optional<Tier> tier = tier_of(row.text("tier"))) effect.tier = *tier;
    if (const std::optional<Confidence> confidence = confidence_of(row.text("confidence")))
      effect.confidence = *confidence;
    effect.ambient = guard ? "a guard's own" : ambient;
    if (!row.text("ambient").empty() && effect.ambient.empty()) effect.ambient = row.text("ambient");
    effect.provider = row.text("provider");
    if (V subject = node.value->subject;
        subject != nullptr && (subject->is(ValueKind::type) || subject->is(ValueKind::instance))) {
      const FileFacts& facts = interpreter.program().file(subject->file).facts;
      effect.target = facts.name(facts.types[subject->decl].name);
    }
    effect.evidence.push_back(root);
    for (const Site& site : chain) {
      if (site.file == kNone) continue;
      Step step = step_at(site, "calls");
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
