// Abstract values: what an expression may be, as far as routes and effects need it.
//
// Values are immutable and live as long as the run (an arena owns them); what can change (the fields of an instance,
// the items of a list, the routes of a router) lives in an Object that values point to. The value that carries most of
// the weight is `library`: an access path into a module outside the project ("stripe", "().charges.create()").
// Catalogue rows match such paths, so one mechanism serves routers, effects and protections.
#pragma once

#include "engine/names.hpp"
#include "facts/facts.hpp"

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace idem {

struct Value;
struct Env;
struct LibNode;
struct Router;
using V = const Value*;  // never null

struct Site {
  Index file = kNone;
  Span span;
  friend bool operator==(const Site& x, const Site& y) {
    return x.file == y.file && x.span.begin == y.span.begin && x.span.end == y.span.end;
  }
};

// A function, type or expression of the program.
struct FnRef {
  Index file = kNone, fn = kNone;
  friend bool operator==(const FnRef&, const FnRef&) = default;
  friend auto operator<=>(const FnRef&, const FnRef&) = default;
};
struct TypeDef {
  Index file = kNone, type = kNone;
  friend bool operator==(const TypeDef&, const TypeDef&) = default;
  friend auto operator<=>(const TypeDef&, const TypeDef&) = default;
};

struct Args {
  std::vector<V> positional;
  std::vector<std::pair<Symbol, V>> named;
  std::vector<V> types;  // type arguments of the call, as values
  bool complete = true;  // false: a spread of unknown length is missing
};

// What may change after it was made.
struct Object {
  std::vector<V> items;                         // list
  std::vector<std::pair<Symbol, V>> fields;     // map or instance, in order of first write
  bool complete = true;                         // false: there may be further items or fields
  bool row = false;                             // of a row that a query gave: `fields` are what this request set
  Router* router = nullptr;                     // a router's registrations
  Index draft = kNone;                          // entry of that router which is still being built
  std::vector<std::pair<Symbol, V>> type_args;  // instance: its class's type parameters
};

enum class ValueKind : std::uint8_t {
  unknown,  // name = why; receiver and args are what it was made from, where that is known
  text,     // name = the whole text, or items = parts (texts and holes)
  number,   // name = as spelled
  boolean,  // name = true or false
  null,
  list,      // object
  map,       // object
  fn,        // file/decl = FnRef, env, receiver (bound)
  type,      // file/decl = TypeDef
  instance,  // file/decl = TypeDef, object
  library,   // lib; receiver = what it was reached from, args when it is a call's result; object when it has identity
  module,    // file = a file of the project, or name = a directory of it
  any_of,    // items = alternatives (at most kMaxAlternatives)
  op,        // name = operator, items = operands: a condition or arithmetic
  builtin,   // name = method, receiver = the text, list or map it belongs to
};
inline constexpr std::size_t kMaxAlternatives = 8;

struct Value {
  ValueKind kind = ValueKind::unknown;
  bool weak = false;  // may be otherwise at run time (environment default, mutable binding): never decides a branch
  bool awaited = false;
  bool truncated = false;  // any_of: there are more alternatives than are kept
  bool given = false;      // a route's parameter: certainly there, or (null) certainly not
  Symbol name = 0;
  Index file = kNone, decl = kNone;
  Site site;  // where it was written or made
  Env* env = nullptr;
  const LibNode* lib = nullptr;
  V receiver = nullptr;
  Object* object = nullptr;
  const Args* args = nullptr;
  V subject = nullptr;  // the project type a library value is about: the model of a query, the entity of a repository
  std::vector<V> items;

  FnRef fn() const { return {file, decl}; }
  TypeDef type() const { return {file, decl}; }
  bool is(ValueKind k) const { return kind == k; }
};

// Names of one function's activation. Blocks share their function's names.
struct Env {
  Env* parent = nullptr;
  FnRef fn;
  V receiver = nullptr;
  std::vector<std::pair<Symbol, V>> names;  // few per function: a linear search beats hashing
  bool module = false;

  V* find(Symbol name);  // nullptr when it binds no such name
  void erase(std::size_t i);

 private:
  std::unordered_map<Symbol, std::size_t> m_index;  // of the first m_indexed names, where there are many
  std::size_t m_indexed = 0;
};

// Owns values and what hangs on them. Nothing is freed before the run ends.
class Arena {
 public:
  V add(Value value) {
    m_values.push_back(std::move(value));
    return &m_values.back();
  }
  Object* object() { return &m_objects.emplace_back(); }
  Env* env() { return &m_envs.emplace_back(); }
  const Args* args(Args list) { return &m_args.emplace_back(std::move(list)); }
  std::size_t size() const { return m_values.size(); }

 private:
  std::deque<Value> m_values;
  std::deque<Object> m_objects;
  std::deque<Env> m_envs;
  std::deque<Args> m_args;
};

}  // namespace idem
