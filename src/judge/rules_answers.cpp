// Rules about what a caller may send as a key and what is answered from a store: unchecked keys, failures kept as
// answers, answers given before the caller is known.
#include "judge/rule_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace idem {

namespace {

struct AnswerRules : RuleSet {
  static const Origin* header_key(const std::vector<Origin>& origins) {
    for (const Origin& origin : origins)
      if (origin.kind == OriginKind::header && names_a_key(origin.name)) return &origin;
    return nullptr;
  }

  bool about_header_key(V value) const {
    const std::vector<Origin> origins = origins_of(subject.interpreter, value);
    if (header_key(origins) != nullptr) return true;
    const Origin* digest = find_origin(origins, OriginKind::digest);
    return digest != nullptr && header_key(digest->of) != nullptr;
  }

  std::string name_of(V value) const {
    if (value->lib != nullptr && value->lib->step.starts_with(".")) return plain_name(value->lib->step);
    if (value->name != 0 && (value->is(ValueKind::unknown) || value->is(ValueKind::builtin)))
      return plain_name(subject.interpreter.text(value->name));
    return {};
  }

  // Something looks at the key's length, alphabet or form, or at least whether there is one.
  bool checked(const Origin& key) const {
    static const std::set<std::string> kChecks = {"test",
                                                  "match",
                                                  "fullmatch",
                                                  "matchstring",
                                                  "isuuid",
                                                  "validate",
                                                  "parse",
                                                  "parseuuid",
                                                  "uuid",
                                                  "isvalid",
                                                  "search",
                                                  "mustparse",
                                                  "safeparse",
                                                  "length",
                                                  "len",
                                                  "isascii",
                                                  "validuuid",
                                                  "uuidparse",
                                                  "runecountinstring",
                                                  "isalnum",
                                                  "regex",
                                                  "validateheader",
                                                  "parseasync"};
    for (V call : subject.states.calls) {
      const std::string method = plain_name(words_of(subject.interpreter, call).method);
      const bool by_name = kChecks.contains(method) || method.find("valid") != std::string::npos;
      if (by_name && about_header_key(call)) return true;
    }
    for (V condition : subject.states.conditions)
      if (any_part(condition, [&](V part) {
            if (name_of(part) == "length" || name_of(part) == "size") return about_header_key(part);
            if (!part->is(ValueKind::op) || part->items.size() != 2) return false;
            const std::string_view sign = subject.interpreter.text(part->name);
            return (sign == "<" || sign == ">" || sign == "<=" || sign == ">=") && about_header_key(part);
          }))
        return true;
    for (const Observation& seen : subject.states.seen)
      if (seen.state.key_present || seen.state.key_absent) return true;
    return declared_with_limits(key);
  }

  // A parameter whose declaration requires or limits it: Header(), Header(min_length=16), a UUID.
  bool declared_with_limits(const Origin& key) const {
    static const std::set<std::string> kLimits = {"minlength", "maxlength", "pattern", "regex"};
    for (V at = key.value; at != nullptr; at = at->receiver)
      if (at->args != nullptr) {
        // Declared without a default.
        if (at->args->positional.empty() && at->args->named.empty() &&
            plain_name(words_of(subject.interpreter, at).method) == "header")
          return true;
        for (const auto& [name, value] : at->args->named)
          if (kLimits.contains(plain_name(subject.interpreter.text(name)))) return true;
      }
    if (key.value == nullptr || key.value->site.file == kNone) return false;
    const FileFacts& facts = subject.interpreter.program().file(key.value->site.file).facts;
    for (const Param& param : facts.params) {
      if (param.span.begin > key.value->site.span.begin || param.span.end < key.value->site.span.end ||
          param.type == kNone)
        continue;
      const std::string type = plain_name(facts.name(facts.type_refs[param.type].name));
      if (type.find("uuid") != std::string::npos || type.find("constr") != std::string::npos ||
          type.find("key") != std::string::npos)
        return true;
    }
    return false;
  }

  void unchecked_key() {
    for (std::size_t i = 0; i < ops().size(); ++i) {
      const Operation& store = ops()[i];
      const bool keeps = store.kind == OpKind::claim || store.kind == OpKind::insert || store.kind == OpKind::put ||
                         store.kind == OpKind::upsert;
      if (!keeps || store.in_process || (subject.endpoint == nullptr)) continue;
      std::vector<Origin> origins;
      for (V value : store.key)
        for (const Origin& origin : origins_of(subject.interpreter, value)) origins.push_back(origin);
      const Origin* key = header_key(origins);
      // A digest of the key has a length and an alphabet of its own.
      if (key == nullptr || checked(*key)) continue;
      add("unchecked-key", key->site.file != kNone ? key->site : store.site, tier(), Confidence::medium,
          fmt::format("{} stores {} as it comes ({}): no limit on its length or alphabet", subject_name(subject),
                      key->name, where(subject, store.site)),
          {{key->site, "reads " + key->name}, {store.site, call_text(subject, store)}});
      return;
    }
  }

  bool reads_status(V value) const {
    return any_part(value, [&](V part) {
      const std::string name = name_of(part);
      return name == "statuscode" || name == "status";
    });
  }

  bool status_tested() const {
    return std::any_of(subject.states.conditions.begin(), subject.states.conditions.end(), [&](V condition) {
      return reads_status(condition) || any_part(condition, [&](V part) { return name_of(part) == "ok"; });
    });
  }

  bool server_error(V value) const {
    return any_part(value, [&](V part) {
      if (!part->is(ValueKind::number)) return false;
      const double number = std::strtod(std::string(subject.interpreter.text(part->name)).c_str(), nullptr);
      return number >= 500 && number < 600;
    });
  }

  // A failure from before any effect is kept as the answer of the key, or answers are kept whatever their status is.
  void replayed_failure() {
    if (subject.endpoint == nullptr) return;
    for (const Observation& seen : subject.states.seen) {
      if (seen.what != Seen::operation) continue;
      const Operation& store = op(seen.op);
      const bool keeps = store.kind == OpKind::put || store.kind == OpKind::update || store.kind == OpKind::insert ||
                         store.kind == OpKind::upsert;
      if (!keeps || store.in_process || !about_key(subject, seen.op) || !replays()) continue;
      const bool error = std::any_of(store.data.begin(), store.data.end(), [&](V one) { return server_error(one); });
      const bool began =
          std::any_of(seen.state.fired.begin(), seen.state.fired.end(), [&](int id) { return strong(id); });
      const bool failure = seen.state.in_catch > 0 && error && !began;
      const bool whatever = seen.state.in_catch == 0 && !status_tested() &&
                            std::any_of(store.data.begin(), store.data.end(), [&](V one) { return reads_status(one); });
      if (!failure && !whatever) continue;
      add("replayed-failure", store.site, tier(), Confidence::medium,
          failure ? fmt::format("{} keeps a server error as the answer of its key although no effect had begun: the "
                                "retry that would have worked gets the error again",
                                subject_name(subject))
                  : fmt::format("{} keeps every answer under its key, whatever its status: a passing 5xx is replayed",
                                subject_name(subject)),
          {{store.site, call_text(subject, store)}});
      return;
    }
  }

  bool replays() const {
    for (std::size_t i = 0; i < ops().size(); ++i)
      if ((ops()[i].kind == OpKind::lookup || ops()[i].kind == OpKind::claim) &&
          about_key(subject, static_cast<int>(i)) && leaves_when_seen(subject, static_cast<int>(i)))
        return true;
    return false;
  }

  static bool authenticates(const std::string& name) {
    static const std::set<std::string> kWords = {
        "auth",     "authenticate", "authenticated", "authentication", "authorize",  "jwt",         "authorization",
        "passport", "bearer",       "login",         "signin",         "permission", "permissions", "rbac",
        "acl",      "roles",        "apikey",        "token",          "authorized"};
    const std::vector<std::string> words = split_words(name);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (kWords.contains(words[i])) return true;
      // requireUser, ensureLoggedIn, currentUser
      const bool asks = words[i] == "require" || words[i] == "ensure" || words[i] == "current" || words[i] == "verify";
      if (asks && i + 1 < words.size() &&
          (words[i + 1] == "user" || words[i + 1] == "logged" || words[i + 1] == "session" || words[i + 1] == "tenant"))
        return true;
    }
    return false;
  }

  // The layer that answers from the store stands in front of the one that asks who is calling.
  void before_auth() {
    if (subject.endpoint == nullptr || !replays()) return;
    const std::vector<Handler>& layers = subject.endpoint->middleware;
    const auto keeps_keys = [](const Handler& layer) { return names_a_key(layer.name); };
    const auto first = std::find_if(layers.begin(), layers.end(), keeps_keys);
    if (first == layers.end()) return;
    const auto is_auth = [](const Handler& layer) { return authenticates(layer.name); };
    const auto auth = std::find_if(first, layers.end(), is_auth);
    if (auth == layers.end() || std::find_if(layers.begin(), first, is_auth) != first) return;
    Site at = subject.place;
    for (std::size_t i = 0; i < ops().size(); ++i)
      if ((ops()[i].kind == OpKind::lookup || ops()[i].kind == OpKind::claim) &&
          about_key(subject, static_cast<int>(i))) {
        at = ops()[i].site;
        break;
      }
    add("replay-before-auth", at, tier(), Confidence::medium,
        fmt::format(
            "{} answers from its key store ({}) before {} asks who is calling: whoever knows a key gets the stored "
            "answer of somebody else",
            subject_name(subject), first->name, auth->name),
        {{at, first->name}, {subject.place, subject_name(subject)}});
  }
};

}  // namespace

void rules_of_answers(const Case& subject, std::vector<Finding>& findings) {
  AnswerRules rules{{subject, findings}};
  rules.unchecked_key();
  rules.replayed_failure();
  rules.before_auth();
}

}  // namespace idem
