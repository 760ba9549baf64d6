#include "judge/libraries.hpp"

#include "base/resources.hpp"
#include "judge/rule_set.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace idem {

using namespace std::literals;

namespace {

Decision decision_named(std::string_view name) {
  for (const Decision decision : {Decision::accept, Decision::scope, Decision::fingerprint, Decision::claim,
                                  Decision::replay, Decision::expiry, Decision::downstream})
    if (idem::word(decision) == name) return decision;
  throw std::logic_error("idempotency_libraries.toml: unknown decision " + std::string(name));
}

Status status_named(std::string_view word) {
  return word == "yes" ? Status::yes : word == "no" ? Status::no : Status::unknown;
}

// The file is embedded and tested: what is wrong in it is a bug of ours.
std::vector<Library> load() {
  std::vector<Library> libraries;
  const toml::table file =
      toml::parse(resource("src/catalog/idempotency_libraries.toml"), "idempotency_libraries.toml"sv);
  const toml::array* const rows = file["library"].as_array();
  if (rows == nullptr) throw std::logic_error("idempotency_libraries.toml holds no libraries");
  for (const toml::node& node : *rows) {
    const toml::table& row = *node.as_table();
    Library library;
    library.id = row["id"].value_or<std::string>("");
    library.name = row["name"].value_or<std::string>("");
    if (const toml::table* const decisions = row["decisions"].as_table(); decisions != nullptr)
      for (const auto& [word, status] : *decisions)
        library.decisions.emplace_back(decision_named(word.str()), status_named(status.value_or<std::string>("")));
    if (const toml::array* const lacks = row["lacks"].as_array(); lacks != nullptr)
      for (const toml::node& one : *lacks) {
        const toml::table& entry = *one.as_table();
        LibraryLack lack;
        lack.rule = entry["rule"].value_or<std::string>("");
        lack.says = entry["says"].value_or<std::string>("");
        lack.remedy = entry["remedy"].value_or<std::string>("");
        if (const toml::array* const options = entry["option"].as_array(); options != nullptr)
          for (const toml::node& option : *options) lack.options.push_back(option.value_or<std::string>(""));
        if (const toml::array* const texts = entry["text"].as_array(); texts != nullptr)
          for (const toml::node& text : *texts) lack.texts.push_back(text.value_or<std::string>(""));
        library.lacks.push_back(std::move(lack));
      }
    libraries.push_back(std::move(library));
  }
  return libraries;
}

// The names that stand where a library is set up: keywords, fields of option maps, calls among the arguments.
struct Setup {
  std::set<std::string> names;
  bool opaque = false;  // options that cannot be followed are handed over
};

void names_below(Interpreter& interpreter, V value, Setup& setup, int& budget);

void named_option(Interpreter& interpreter, Symbol name, V field, Setup& setup, int& budget) {
  static const std::set<std::string> kOptions = {"config", "options", "settings", "opts", "configuration"};
  const std::string plain = plain_name(interpreter.text(name));
  setup.names.insert(plain);
  // What a single option holds may stay unknown; where all of them come from must not.
  if (field->is(ValueKind::unknown) && kOptions.contains(plain)) setup.opaque = true;
  names_below(interpreter, field, setup, budget);
}

void names_below(Interpreter& interpreter, V value, Setup& setup, int& budget) {
  if (value == nullptr || --budget < 0) return;
  if (value->object != nullptr && (value->is(ValueKind::map) || value->is(ValueKind::instance))) {
    for (const auto& [name, field] : value->object->fields) named_option(interpreter, name, field, setup, budget);
    if (value->is(ValueKind::map) && !value->object->complete) setup.opaque = true;
  }
  if (value->args == nullptr) {
    // A class handed over: new Library(CacheKeyStorage).
    if (value->lib != nullptr) setup.names.insert(plain_name(value->lib->step));
    return;
  }
  setup.names.insert(plain_name(words_of(interpreter, value).method));
  for (const auto& [name, field] : value->args->named) named_option(interpreter, name, field, setup, budget);
  for (V one : value->args->positional)
    if (!one->is(ValueKind::fn)) names_below(interpreter, one, setup, budget);
  if (!value->args->complete) setup.opaque = true;
}

// Options that come from somewhere else as a whole: `idempotency(options)` with nothing known beside it.
bool hands_over_unknown(const Args& args) {
  bool unknown = false;
  for (V one : args.positional) {
    if (one->is(ValueKind::map) || one->args != nullptr) return false;
    unknown |= one->is(ValueKind::unknown);
  }
  return unknown && args.named.empty();
}

// `app.add_middleware(Library, scope_factory=…)`: a class that is handed over with its options beside it.
void names_beside(Interpreter& interpreter, std::string_view name, Setup& setup) {
  Program& program = interpreter.program();
  for (Index i = 0; i < program.file_count(); ++i) {
    const FileFacts& facts = program.file(i).facts;
    for (const Expr& expr : facts.exprs) {
      if (expr.kind != ExprKind::call) continue;
      bool about = false;
      for (Index k = expr.args.first; k < expr.args.first + expr.args.count; ++k) {
        const Expr& arg = facts.exprs[facts.args[k].value];
        about |= arg.kind == ExprKind::name && facts.name(arg.name) == name;
      }
      for (Index k = expr.args.first; about && k < expr.args.first + expr.args.count; ++k) {
        if (facts.args[k].label != 0) setup.names.insert(plain_name(facts.name(facts.args[k].label)));
        setup.opaque |= facts.args[k].spread;
      }
    }
  }
}

Setup setup_of(Interpreter& interpreter, const Protector& protector) {
  Setup setup;
  int budget = 200;
  if (protector.value->args == nullptr && protector.value->lib != nullptr) {
    std::string name(protector.value->lib->path);
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) name.erase(0, dot + 1);
    names_beside(interpreter, name, setup);
    return setup;
  }
  // A decorator is called with its options, then with the function.
  for (V at = protector.value; at != nullptr && at->lib != nullptr; at = at->receiver)
    if (at->args != nullptr) {
      names_below(interpreter, at, setup, budget);
      setup.opaque |= hands_over_unknown(*at->args);
    }
  return setup;
}

// Whether a text of the project holds one of these: the class that a setting names.
bool told_in_text(Interpreter& interpreter, const std::vector<std::string>& texts) {
  Program& program = interpreter.program();
  for (Index i = 0; i < program.file_count() && !texts.empty(); ++i) {
    const FileFacts& facts = program.file(i).facts;
    for (const Expr& expr : facts.exprs) {
      if (expr.kind != ExprKind::string) continue;
      for (const std::string& text : texts)
        if (facts.name(expr.name).find(text) != std::string_view::npos) return true;
    }
  }
  return false;
}

bool mended(Interpreter& interpreter, const LibraryLack& lack, const Setup& setup) {
  return std::any_of(lack.options.begin(), lack.options.end(),
                     [&](const std::string& option) { return setup.names.contains(plain_name(option)); }) ||
         told_in_text(interpreter, lack.texts);
}

Decision decision_of_rule(std::string_view rule) {
  if (rule == "global-scope") return Decision::scope;
  if (rule == "no-fingerprint" || rule == "unstable-fingerprint") return Decision::fingerprint;
  if (rule == "short-ttl" || rule == "no-expiry") return Decision::expiry;
  if (rule == "optional-key" || rule == "content-as-key") return Decision::accept;
  if (rule == "no-replay" || rule == "replayed-failure") return Decision::replay;
  return Decision::claim;
}

// Where its options stand: `New(options)` rather than `.Handler(next)` on what it gave.
Site site_of(const Case& subject, const Protector& protector) {
  Site site = subject.place;
  const auto protects = [](const Row* row) { return row->role == Role::protect; };
  for (V at = protector.value; at != nullptr && at->lib != nullptr; at = at->receiver)
    if (at->args != nullptr && at->site.file != kNone &&
        std::any_of(at->lib->rows.begin(), at->lib->rows.end(), protects))
      site = at->site;
  return site;
}

}  // namespace

const std::vector<Library>& all_libraries() {
  static const std::vector<Library> libraries = load();
  return libraries;
}

const Library* find_library(std::string_view id) {
  const std::vector<Library>& libraries = all_libraries();
  const auto found = std::find_if(libraries.begin(), libraries.end(), [&](const Library& one) { return one.id == id; });
  return found == libraries.end() ? nullptr : &*found;
}

std::vector<V> annotations_of(Interpreter& interpreter, const std::vector<V>& chain) {
  std::vector<V> all;
  const auto add = [&](Index file, const Range& annotations) {
    const FileFacts& facts = interpreter.program().file(file).facts;
    for (Index i = annotations.first; i < annotations.first + annotations.count; ++i)
      if (facts.annotations[i].on == AnnotationOn::decorator)
        all.push_back(interpreter.eval_in_module(file, facts.annotations[i].expr));
  };
  for (V value : chain) {
    if (!value->is(ValueKind::fn)) continue;
    const FnRef ref = value->fn();
    const FileFacts& facts = interpreter.program().file(ref.file).facts;
    add(ref.file, facts.fns[ref.fn].annotations);
    if (const TypeId owner = facts.fns[ref.fn].owner; owner != kNone) add(ref.file, facts.types[owner].annotations);
  }
  return all;
}

std::vector<Protector> find_protectors(const std::vector<V>& chain, const std::vector<V>& calls) {
  std::vector<Protector> found;
  const auto add = [&](V value) {
    if (value->lib == nullptr) return false;
    for (const Row* row : value->lib->rows) {
      if (row->role != Role::protect) continue;
      const auto known = std::find_if(found.begin(), found.end(),
                                      [&](const Protector& one) { return one.row->text("what") == row->text("what"); });
      if (known == found.end())
        found.push_back({row, value});
      else if (known->value->args == nullptr && value->args != nullptr)
        known->value = value;  // the one that is given options
    }
    return false;
  };
  for (V value : chain) any_part(value, add);
  for (V value : calls) add(value);
  return found;
}

void decide_by_library(const Case& subject, Coverage& coverage) {
  if (subject.protectors.empty() || coverage.verdict == Verdict::exempt) return;
  for (const Protector& protector : subject.protectors) {
    const Library* library = find_library(protector.row->text("what"));
    if (library == nullptr) continue;
    const Setup setup = setup_of(subject.interpreter, protector);
    for (const auto& [decision, status] : library->decisions) {
      DecisionState& state = coverage[decision];
      if (state.status == Status::yes) continue;
      state.status = status;
      state.note = status == Status::yes ? "" : library->name + " by default";
      for (const LibraryLack& lack : library->lacks)
        if (decision_of_rule(lack.rule) == decision &&
            (mended(subject.interpreter, lack, setup) || (setup.opaque && !lack.options.empty()))) {
          state.status = mended(subject.interpreter, lack, setup) ? Status::yes : Status::unknown;
          state.note = state.status == Status::yes ? "" : "the options of " + library->name + " could not be followed";
        }
      state.evidence = {step_of(subject, site_of(subject, protector), library->name)};
    }
  }
  bool all = true;
  for (const Decision decision :
       {Decision::accept, Decision::scope, Decision::fingerprint, Decision::claim, Decision::replay})
    all &= coverage[decision].status == Status::yes;
  all &= coverage[Decision::expiry].status != Status::no && coverage[Decision::downstream].status != Status::no;
  coverage.verdict = all ? Verdict::covered : Verdict::partial;
  coverage.reason.clear();
}

void rules_of_libraries(const Case& subject, std::vector<Finding>& findings) {
  if (subject.endpoint == nullptr || subject.endpoint->tier == Tier::none) return;
  const RuleSet rules{subject, findings};
  for (const Protector& protector : subject.protectors) {
    const Library* library = find_library(protector.row->text("what"));
    if (library == nullptr) continue;
    const Setup setup = setup_of(subject.interpreter, protector);
    for (const LibraryLack& lack : library->lacks) {
      if (mended(subject.interpreter, lack, setup) || (setup.opaque && !lack.options.empty())) continue;
      const Site site = site_of(subject, protector);
      rules.add(lack.rule, site, subject.endpoint->tier, Confidence::high,
                fmt::format("{} is guarded by {}, which {}", subject_name(subject), library->name, lack.says),
                {{site, library->name}});
      findings.back().remedy =
          fmt::format("{}{}.", static_cast<char>(std::toupper(lack.remedy[0])), lack.remedy.substr(1));
    }
  }
}

}  // namespace idem
