// Key-value stores, outside the process and in it.
#include "meaning/operation_classifier.hpp"
#include "meaning/tables.hpp"

#include <algorithm>

namespace idem {

bool Classifier::key_value() {
  static const Words kStores = {"redis",   "cache",  "kv",  "memcached", "memcache", "store",
                                "ioredis", "valkey", "rdb", "rueidis",   "dynamo",   "etcd"};
  std::vector<std::string> about = words.receiver;
  if (called->lib != nullptr)
    for (std::string& word : split_words(called->lib->module)) about.push_back(std::move(word));
  const bool map = called->receiver != nullptr && called->receiver->receiver != nullptr &&
                   in_process_map(called->receiver->receiver);
  if (!map && !any_word(about, kStores)) return false;
  const std::string& method = words.plain_method;
  static const Words kIfAbsent = {"setnx", "setifabsent", "putifabsent", "setnxex", "add", "setnxcontext"};
  static const Words kPuts = {"set", "put", "setex", "psetex", "hset", "hmset", "store", "save", "setitem"};
  static const Words kGets = {"get",     "hget",  "hgetall",  "has",  "exists",
                              "getitem", "fetch", "contains", "load", "loadorstore"};
  static const Words kForgets = {"del", "delete", "unlink", "remove", "forget", "evict", "hdel"};
  const Args* args = called->args;
  if (args == nullptr || (args->positional.empty() && args->named.empty())) return false;
  out.key_value = true;
  out.in_process = map;
  if (!args->positional.empty()) out.key.push_back(args->positional.front());
  // Go clients take the context first.
  const bool context = args->positional.size() > 1 && called->lib != nullptr &&
                       args->positional.front()->lib != nullptr &&
                       (args->positional.front()->lib->module == "context" ||
                        args->positional.front()->lib->path.ends_with("Context()"));
  if (context) out.key = {args->positional[1]};
  const std::size_t value_at = context ? 2 : 1;
  if (args->positional.size() > value_at) out.data.push_back(args->positional[value_at]);
  bool absent_only = kIfAbsent.contains(method) && !(map && method == "add");
  const auto flag = [&](V value) {
    if (value->is(ValueKind::text) && value->items.empty()) {
      const std::string word = plain_name(interpreter.text(value->name));
      if (word == "nx") absent_only = true;
      if (word == "ex" || word == "px" || word == "exat") out.has_expiry = true;
    }
  };
  for (std::size_t i = 0; i < args->positional.size(); ++i) {
    V value = args->positional[i];
    flag(value);
    // `set(key, value, 'EX', 86400)`
    if (value->is(ValueKind::text) && value->items.empty() && i + 1 < args->positional.size() &&
        (plain_name(interpreter.text(value->name)) == "ex" || plain_name(interpreter.text(value->name)) == "px")) {
      out.expiry = args->positional[i + 1];
      out.expiry_in_milliseconds = plain_name(interpreter.text(value->name)) == "px";
    }
    if (value->is(ValueKind::map))
      for (const auto& [name, field] : value->object->fields) option(name, field, absent_only);
  }
  for (const auto& [name, field] : args->named) option(name, field, absent_only);
  if (method == "setex" || method == "psetex" || method == "setnx")
    out.has_expiry |= method != "setnx" || args->positional.size() > 3;
  if (method == "setex" && args->positional.size() > 2) out.expiry = args->positional[1];
  if ((method == "setnx" || method == "set") && args->positional.size() > 3 && out.expiry == nullptr &&
      args->positional.front()->lib != nullptr) {
    // Go clients: context, key, value, expiration.
    out.expiry = args->positional[3];
    out.has_expiry = true;
  }
  // Zero is the way of some clients to say: never.
  if (out.expiry != nullptr && out.expiry->is(ValueKind::number) && interpreter.text(out.expiry->name) == "0")
    out.has_expiry = false;
  if (absent_only) {
    out.kind = OpKind::claim;
    out.shape = Shape::boolean;
    out.atomic_expiry = out.has_expiry;
    return true;
  }
  if (kPuts.contains(method))
    out.kind = OpKind::put;
  else if (kGets.contains(method)) {
    out.kind = OpKind::lookup;
    out.shape = Shape::row;
  } else if (kForgets.contains(method))
    out.kind = OpKind::forget;
  else {
    out = {};
    return false;
  }
  return true;
}

void Classifier::option(Symbol name, V field, bool& absent_only) {
  const std::string word = plain_name(interpreter.text(name));
  if (word == "nx" && !(field->is(ValueKind::boolean) && interpreter.text(field->name) == "false")) absent_only = true;
  if (word == "condition" || word == "onlyifabsent")
    absent_only |= field->is(ValueKind::text) && plain_name(interpreter.text(field->name)) == "nx";
  if (word == "ex" || word == "px" || word == "ttl" || word == "expiration" || word == "timeout" ||
      word == "expirein") {
    out.has_expiry = true;
    if (word == "ex" || word == "timeout" || word == "px") out.expiry = field;
    if (word == "px") out.expiry_in_milliseconds = true;
  }
}

bool Classifier::in_process_map(V value) const {
  if (value->is(ValueKind::map)) return true;
  if (value->lib != nullptr && value->lib->module == "sync") return value->lib->path == "Map()";
  return value->lib != nullptr && value->lib->module == "global" &&
         (value->lib->path == "Map()" || value->lib->path == "Set()" || value->lib->path == "WeakMap()" ||
          value->lib->path == "dict()" || value->lib->path == "set()");
}

}  // namespace idem
