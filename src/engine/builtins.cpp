// Methods of texts, lists, maps and functions that every language has under some name: only those that routes and
// handlers pass through.
#include "engine/interpreter.hpp"

#include <algorithm>
#include <string>

namespace idem {

// Whether an empty map was made while the program started, so that it outlives a request: a store of this process.
// Whether a map was made before requests came: outside of functions, or in one that no request has run.
bool made_at_start(const Program& program, V map, const std::set<FnRef>* walked = nullptr) {
  if (map->site.file == kNone) return false;
  const FileFacts& facts = program.file(map->site.file).facts;
  for (FnId id = 0; id < static_cast<FnId>(facts.fns.size()); ++id) {
    const Fn& fn = facts.fns[id];
    if (fn.span.begin > map->site.span.begin || map->site.span.end > fn.span.end) continue;
    const bool runs = fn.kind == FnKind::function || fn.kind == FnKind::method || fn.kind == FnKind::lambda;
    if (runs && (walked == nullptr || fn.kind != FnKind::function || walked->contains({map->site.file, id})))
      return false;
  }
  return true;
}

static bool among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

V Interpreter::call_builtin(Frame* from, V callee, const Args& args, const Site& site) {
  V object = callee->receiver;
  const std::string_view name = text(callee->name);
  V first = args.positional.empty() ? nullptr : args.positional.front();
  if (name == "super" && callee->decl != kNone) {
    V library = nullptr;
    const TypeDef own{callee->file, callee->decl};
    for (const TypeDef base : std::vector<TypeDef>(bases_of(own, &library))) {
      if (base == own) continue;
      for (const FnRef ref : m_program.methods_of(base))
        if (m_program.file(ref.file).facts.fns[ref.fn].kind == FnKind::constructor) {
          V constructor = m_arena.add({.kind = ValueKind::fn,
                                       .file = ref.file,
                                       .decl = ref.fn,
                                       .env = module_env(ref.file),
                                       .receiver = object});
          return apply(from, constructor, args, site);
        }
    }
    return m_null;
  }
  if (object->is(ValueKind::fn)) {
    if (name == "bind" && first != nullptr) {
      Value bound = *object;
      if (first->is(ValueKind::instance) || first->is(ValueKind::map)) bound.receiver = first;
      return m_arena.add(std::move(bound));
    }
    if (name == "call" && first != nullptr) {
      Args rest = args;
      rest.positional.erase(rest.positional.begin());
      return call(from, object, std::move(rest), site, 0);
    }
    if (name == "apply") return call(from, object, Args{.complete = false}, site, 0);
    return call_unknown(from, callee, m_arena.args(args), site);
  }
  if (object->is(ValueKind::list)) {
    Object& list = *object->object;
    if (among(name, {"map", "forEach", "filter", "flatMap", "find", "some", "every", "each"}) && first != nullptr) {
      std::vector<V> results;
      const std::vector<V> items = list.items;
      if (items.size() > 256) stop("a loop over more than 256 items is followed for some of them only", site);
      for (std::size_t i = 0; i < items.size() && i < 256; ++i)
        results.push_back(call(
            from, first,
            Args{.positional = {items[i], m_arena.add({.kind = ValueKind::number, .name = symbol(std::to_string(i))})}},
            site, 0));
      if (items.empty() || !list.complete)
        results.push_back(call(from, first, Args{.positional = {index(object, m_unknown, site)}}, site, 0));
      if (among(name, {"forEach", "each"})) return m_null;
      if (among(name, {"filter"})) return object;
      if (name == "find") return items.empty() ? m_unknown : union_of(items);
      if (among(name, {"some", "every"})) return m_unknown;
      Value mapped{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      for (V one : results) {
        if (name == "flatMap" && one->is(ValueKind::list))
          append(*mapped.object, *one->object, site);
        else
          mapped.object->items.push_back(one);
      }
      mapped.object->complete = list.complete && !items.empty();
      return m_arena.add(std::move(mapped));
    }
    if (among(name, {"reduce"}) && first != nullptr) {
      V total = args.positional.size() > 1 ? args.positional[1] : m_unknown;
      for (V item : std::vector<V>(list.items)) total = call(from, first, Args{.positional = {total, item}}, site, 0);
      return total;
    }
    if (among(name, {"push", "append", "add", "unshift"})) {
      append(list, {.items = args.positional, .complete = args.complete}, site);
      return object;
    }
    if (among(name, {"extend", "concat"})) {
      Value joined{
          .kind = ValueKind::list, .site = site, .object = name == "extend" ? object->object : m_arena.object()};
      if (name == "concat") *joined.object = list;
      for (V more : args.positional) {
        if (!more->is(ValueKind::list)) {
          joined.object->complete = false;
          continue;
        }
        append(*joined.object, *more->object, site);
      }
      return m_arena.add(std::move(joined));
    }
    if (name == "join" && first != nullptr && first->is(ValueKind::text)) {
      Value joined{.kind = ValueKind::text, .site = site};
      for (std::size_t i = 0; i < list.items.size(); ++i) {
        if (i > 0) joined.items.push_back(first);
        joined.items.push_back(list.items[i]);
      }
      return m_arena.add(std::move(joined));
    }
    if (among(name, {"slice", "reverse", "sort", "values", "flat", "copy", "toSorted"})) return object;
    if (among(name, {"includes", "indexOf", "contains"}) && first != nullptr) {
      for (V item : std::vector<V>(list.items)) test_request(first, item, false, site);
      const bool literal = first->is(ValueKind::text) && first->items.empty() && !first->weak && list.complete &&
                           std::all_of(list.items.begin(), list.items.end(), [](V item) {
                             return item->is(ValueKind::text) && item->items.empty() && !item->weak;
                           });
      if (name != "includes" || !literal) return unknown("list method", site);
      const bool has =
          std::any_of(list.items.begin(), list.items.end(), [&](V item) { return item->name == first->name; });
      return m_arena.add({.kind = ValueKind::boolean, .name = symbol(has ? "true" : "false"), .site = site});
    }
    if (among(name, {"pop", "shift", "at"})) return list.items.empty() ? m_unknown : union_of(list.items);
    for (V arg : args.positional)
      if (arg->is(ValueKind::fn)) call(from, arg, Args{.positional = {index(object, m_unknown, site)}}, site, 0);
    return unknown("list method", site);
  }
  if (object->is(ValueKind::map)) {
    Object& map = *object->object;
    if (m_walking && map.fields.empty() && made_at_start(m_program, object, &m_walked))
      return call_unknown(from, callee, m_arena.args(args), site);
    if (among(name, {"get"}) && first != nullptr) return index(object, first, site);
    if (among(name, {"set"}) && args.positional.size() > 1) {
      if (first->is(ValueKind::text) && first->items.empty())
        write_field(object->object, first->name, args.positional[1]);
      return object;
    }
    if (among(name, {"update"}) && first != nullptr && first->is(ValueKind::map)) {
      for (const auto& [key, value] : first->object->fields) write_field(object->object, key, value);
      return m_null;
    }
    if (among(name, {"values", "keys", "items", "entries", "copy"})) {
      if (name == "copy") return object;
      Value list{.kind = ValueKind::list, .site = site, .object = m_arena.object()};
      list.object->complete = map.complete;
      for (const auto& [key, value] : map.fields) {
        if (name == "values")
          list.object->items.push_back(value);
        else if (name == "keys")
          list.object->items.push_back(text_value(text(key)));
        else {
          Value pair{.kind = ValueKind::list, .object = m_arena.object()};
          pair.object->items = {text_value(text(key)), value};
          list.object->items.push_back(m_arena.add(std::move(pair)));
        }
      }
      return m_arena.add(std::move(list));
    }
    return call_unknown(from, callee, m_arena.args(args), site);
  }
  if (object->is(ValueKind::text) && object->items.empty() && !object->weak) {
    std::string value(text(object->name));
    if (among(name, {"toLowerCase", "lower"})) {
      std::transform(value.begin(), value.end(), value.begin(),
                     [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
      return text_value(value, object->site);
    }
    if (among(name, {"toUpperCase", "upper"})) {
      std::transform(value.begin(), value.end(), value.begin(),
                     [](unsigned char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); });
      return text_value(value, object->site);
    }
    if (among(name, {"trim", "strip"})) return object;
    if (name == "startsWith" && first != nullptr && first->is(ValueKind::text) && first->items.empty())
      return m_arena.add({.kind = ValueKind::boolean,
                          .name = symbol(value.starts_with(text(first->name)) ? "true" : "false"),
                          .site = site});
    if (name == "concat" && first != nullptr) {
      Value joined{.kind = ValueKind::text, .site = site};
      joined.items.push_back(object);
      joined.items.insert(joined.items.end(), args.positional.begin(), args.positional.end());
      return m_arena.add(std::move(joined));
    }
    if (among(name, {"join"}) && first != nullptr && first->is(ValueKind::list)) {
      // Python: ", ".join(list)
      Value joined{.kind = ValueKind::text, .site = site};
      for (std::size_t i = 0; i < first->object->items.size(); ++i) {
        if (i > 0) joined.items.push_back(object);
        joined.items.push_back(first->object->items[i]);
      }
      return m_arena.add(std::move(joined));
    }
    if (name == "format") {
      Value joined{.kind = ValueKind::text, .site = site};
      std::size_t next = 0, at = 0;
      while (at < value.size()) {
        const std::size_t open = value.find('{', at);
        const std::size_t close = open == std::string::npos ? open : value.find('}', open);
        if (close == std::string::npos) break;
        if (open > at) joined.items.push_back(text_value(value.substr(at, open - at), object->site));
        const std::string key = value.substr(open + 1, close - open - 1);
        V hole = nullptr;
        for (const auto& [label, argument] : args.named)
          if (text(label) == key) hole = argument;
        if (hole == nullptr && next < args.positional.size()) hole = args.positional[next++];
        joined.items.push_back(hole != nullptr ? hole : unknown("format"));
        at = close + 1;
      }
      if (at < value.size()) joined.items.push_back(text_value(value.substr(at), object->site));
      return m_arena.add(std::move(joined));
    }
  }
  return call_unknown(from, callee, m_arena.args(args), site);
}

}  // namespace idem
