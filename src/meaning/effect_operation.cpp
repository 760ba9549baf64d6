// What leaves the process, and the key that goes with it.
#include "meaning/operation_classifier.hpp"
#include "meaning/tables.hpp"

#include <algorithm>

namespace idem {

bool Classifier::effect() {
  if (called->lib != nullptr)
    for (const Row* row : called->lib->rows) {
      if (row->role == Role::answer) {
        out.kind = OpKind::answer;
        out.row = row;
      }
      if (row->role != Role::effect || row->list("kinds") == nullptr) continue;
      if (row->slot("method") != nullptr || row->slot("verb") != nullptr) {
        const std::string verb = interpreter.slot_verb(*row, called);
        if (verb == "GET" || verb == "HEAD" || verb == "OPTIONS" || verb.empty()) continue;
      }
      for (const std::string& word : *row->list("kinds"))
        if (const std::optional<EffectKind> kind = effect_kind_of(word);
            kind && *kind != EffectKind::db_write && *kind != EffectKind::auth_session)
          out.kinds.push_back(*kind);
      out.row = row;
      if (const std::optional<Confidence> confidence = confidence_of(row->text("confidence")))
        out.confidence = *confidence;
      if (!out.kinds.empty()) out.kind = OpKind::effect;
    }
  if (out.kind == OpKind::none && moves_money(interpreter, called)) {
    out.kind = OpKind::effect;
    out.kinds = {EffectKind::payment};
    out.by_words = true;
    out.confidence = Confidence::medium;
  }
  static const Words kRecords = {"options", "params", "request", "input", "config", "args", "dto", "command"};
  const std::vector<std::string> said = split_words(words.method);
  const bool record = !said.empty() && kRecords.contains(said.back());
  if (out.kind == OpKind::none && called->args != nullptr && !record &&
      (called->lib == nullptr || called->lib->rows.empty())) {
    // A call that hands on an idempotency key asks somebody else for an effect.
    for (V value : called->args->positional)
      if (V key = key_in(value, 0); key != nullptr && out.provider_key == nullptr) out.provider_key = key;
    for (const auto& [name, value] : called->args->named)
      if (names_a_key(interpreter.text(name)))
        out.provider_key = value;
      else if (V key = key_in(value, 0); key != nullptr && out.provider_key == nullptr)
        out.provider_key = key;
    const bool data = called->lib == nullptr || interpreter.libraries().writes_data(called->lib);
    if (out.provider_key != nullptr && data && sql_like(words.method)) out.provider_key = nullptr;
    if (out.provider_key != nullptr) {
      out.kind = OpKind::effect;
      out.kinds = {EffectKind::external_http};
      out.by_words = true;
      out.confidence = Confidence::low;
    }
  }
  if (out.kind != OpKind::effect) return out.kind != OpKind::none;
  if (out.row != nullptr) out.provider_key = interpreter.slot_value(*out.row, "key", called);
  if (out.provider_key == nullptr && called->args != nullptr) {
    for (V value : called->args->positional)
      if (V key = key_in(value, 0); key != nullptr) out.provider_key = key;
    for (const auto& [name, value] : called->args->named) {
      if (names_a_key(interpreter.text(name)) || plain_name(interpreter.text(name)) == "clientref")
        out.provider_key = value;
      else if (V key = key_in(value, 0); key != nullptr)
        out.provider_key = key;
    }
  }
  return true;
}

bool Classifier::sql_like(std::string_view method) {
  static const Words kData = {"create",    "insert", "save",   "find",   "findone", "findunique",
                              "findfirst", "update", "upsert", "delete", "filter",  "get",
                              "set",       "where",  "select", "first",  "values"};
  return kData.contains(plain_name(method));
}

V Classifier::key_in(V value, int depth) const {
  if (value == nullptr || depth > 4) return nullptr;
  if (value->is(ValueKind::list) && !value->object->items.empty()) value = value->object->items.front();
  // A record of the library: `Params{IdempotencyKey: key}`, `new Request({ idempotencyKey })`.
  if (value->is(ValueKind::library) && value->args != nullptr) {
    for (const auto& [name, field] : value->args->named) {
      if (names_a_key(interpreter.text(name))) return field;
      if (V inner = field->is(ValueKind::map) ? key_in(field, depth + 1) : nullptr; inner != nullptr) return inner;
    }
    for (V one : value->args->positional)
      if (V inner = one->is(ValueKind::map) ? key_in(one, depth + 1) : nullptr; inner != nullptr) return inner;
  }
  if (!value->is(ValueKind::map) && !value->is(ValueKind::instance)) return nullptr;
  for (const auto& [name, field] : value->object->fields) {
    const std::string plain = plain_name(interpreter.text(name));
    // "client_reference_id" is passed through by providers, and dedupes nothing.
    const bool key = names_a_key(interpreter.text(name)) && plain.find("reference") == std::string::npos;
    if (key || plain == "clientref" || plain == "jobid" || plain == "messagededuplicationid") return field;
    if (V inner = key_in(field, depth + 1); inner != nullptr) return inner;
  }
  return nullptr;
}

}  // namespace idem
