// The facts of one file: a small language-neutral program, lowered from syntax by a front end.
//
// Why: a route's path needs the *value* that reaches a registration, and the rules need *order, branch and origin* of
// what a request does. Both are questions about a program, not about syntax, so each front end lowers its language once
// to the few kinds below, and everything after it knows no language. Facts do not depend on catalogue or configuration:
// they can be cached by content alone.
//
// Form: flat arrays of plain structs, 32-bit indices into them (kNone = absent), byte spans, names interned per file.
// No pointers and no views, so a FileFacts can be copied, moved and written to a cache as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffffu;

using NameId = Index;     // FileFacts::names; 0 is the empty name
using ExprId = Index;     // FileFacts::exprs
using BlockId = Index;    // FileFacts::blocks
using FnId = Index;       // FileFacts::fns; 0 is the module body
using TypeId = Index;     // FileFacts::types
using TypeRefId = Index;  // FileFacts::type_refs

struct Span {
  std::uint32_t begin = 0, end = 0;  // byte offsets into the file, end exclusive
};

// A run of consecutive entries of some array; which array is said where the Range is declared.
struct Range {
  Index first = 0, count = 0;
};

// ---- expressions -------------------------------------------------------------------------------------------------

// What each kind uses of Expr. Casts, parentheses, non-null marks and awaits of calls are dropped (a call keeps
// `awaited`).
enum class ExprKind : std::uint8_t {
  unknown,        // name = why; args = sub-expressions that still run
  string,         // name = the decoded value
  number,         // name = as spelled
  boolean,        // name = "true" or "false"
  null,           // null, undefined, None, nil
  text,           // interpolated text: args = parts in order (string literals and other expressions)
  name,           // name = identifier; "this" and "super" are names
  member,         // name = member, a = object
  index,          // a = object, b = key
  call,           // a = callee, args, types = type arguments; flags
  list,           // args = items (tuples and sets too)
  map,            // args = entries: label, or key expression in Arg::key; spread entries have neither
  fn,             // fn = a lambda or a declared function
  type,           // type = a class or interface used as a value
  op,             // name = operator (see below), a and b = operands (b absent: unary)
  choose,         // a = condition, b = then, c = else
  comprehension,  // a = what is iterated, fn = lambda of the item; name = "list", "map", "set" or "generator"
  module,  // name = module specifier loaded by expression (require, import()), or a = its expression when not literal
};
// Operators are spelled alike in every language: && || ! ?? == != < <= > >= + - * / % in !in instanceof typeof delete
// await (of something that is no call) yield yield* slice & | ^ ~ << >> ** send receive. `is` is ==, `===` is ==.

enum ExprFlag : std::uint8_t {
  kNew = 1,         // call: constructs (new T(), T{...}); positional args or labelled fields
  kAwaited = 2,     // call: its result is awaited here
  kOptional = 4,    // member, index or call: skipped on null (?.)
  kPropagates = 8,  // call: an error leaves the function here (Rust ?, Swift try)
  kMacro = 16,      // call: a macro
  kTagged = 32,     // call: tagged template; args[0] is the text, further args its holes
  kTuple = 64,      // list: a tuple of results (Go `return a, b`, Python `a, b`)
};

struct Expr {
  ExprKind kind = ExprKind::unknown;
  std::uint8_t flags = 0;
  NameId name = 0;
  ExprId a = kNone, b = kNone, c = kNone;
  Range args;            // into FileFacts::args
  Range types;           // into FileFacts::type_lists
  Index target = kNone;  // fn: FnId; type: TypeId; comprehension: FnId
  Span span;
};

// An argument of a call, an item of a list, an entry of a map, a part of a text.
struct Arg {
  NameId label = 0;    // keyword or literal map key; 0 = positional
  ExprId key = kNone;  // computed map key
  ExprId value = kNone;
  bool spread = false;  // ...x, *x, **x
};

// ---- events ------------------------------------------------------------------------------------------------------

// What a block does, in evaluation order.
enum class EventKind : std::uint8_t {
  set,     // place = expr
  eval,    // expr is run for its effect; its result is dropped
  branch,  // if expr then body else other; match arms are chained branches
  loop,    // how = LoopHow
  try_,    // body, catches, other = finally
  leave,   // how = LeaveHow; expr = value
  scope,   // how = ScopeHow; expr = subject, place = what it binds, body
};

enum class SetHow : std::uint8_t {
  constant,  // const x = …, a function or class declaration, an import-like binding that never changes
  declare,   // a new local binding that may change (let, var, :=, Python assignment of a local)
  assign,    // to an existing binding, member or index
  augment,   // +=, ||=, append-like operators: place = place op expr
};
enum class LoopHow : std::uint8_t {
  each,     // over expr; place = item, key = key or index name
  count,    // a counted loop (for i := 0; …): expr = condition; its start and step stand as events
  while_,   // expr = condition
  forever,  // no condition
  once,     // not a loop: a switch whose arms may break
};
enum class LeaveHow : std::uint8_t { return_, throw_, break_, continue_, abort };
enum class ScopeHow : std::uint8_t {
  with,   // with/using/try-with-resources
  defer,  // runs at every leave of the function
  spawn,  // runs beside (go, spawn)
  sync,   // under a lock of the language (synchronized)
  block,  // a bare block (labelled or for scoping)
};

struct Event {
  EventKind kind = EventKind::eval;
  std::uint8_t how = 0;  // SetHow, LoopHow, LeaveHow or ScopeHow by kind
  ExprId expr = kNone;
  ExprId place =
      kNone;  // set, loop each, scope: a name, member or index expression. Destructuring is lowered to several sets
  NameId key = 0;          // loop each: name bound to the key or index
  NameId op = 0;           // set augment: the operator without '='
  TypeRefId type = kNone;  // set: declared type of the place
  BlockId body = kNone, other = kNone;
  Range catches;  // into FileFacts::catches
  Span span;
};

struct Block {
  Range events;  // into FileFacts::events
};

struct Catch {
  Range types;      // into FileFacts::exprs_list: the classes caught, as expressions; empty = everything
  NameId bind = 0;  // name of the error
  BlockId body = kNone;
  Span span;
};

// ---- declarations ------------------------------------------------------------------------------------------------

enum class ParamKind : std::uint8_t { plain, receiver, keyword, rest, rest_keywords, block };

struct Param {
  NameId name = 0;  // a destructured parameter gets a made-up name and its parts are set at the start of the body
  TypeRefId type = kNone;
  ExprId init = kNone;  // default value
  ParamKind kind = ParamKind::plain;
  Range annotations;  // into FileFacts::annotations
  Span span;
};

enum class FnKind : std::uint8_t { module, function, method, constructor, lambda, type_body };
enum FnFlag : std::uint8_t {
  kAsync = 1,
  kGenerator = 2,
  kStatic = 4,
  kExported = 8,
  kGetter = 16,
  kAbstract = 32,
  kClassMethod = 64
};

struct Fn {
  NameId name = 0;
  FnKind kind = FnKind::function;
  std::uint8_t flags = 0;
  TypeId owner = kNone;  // the type it is a member of, when declared in this file
  NameId owner_name =
      0;               // the receiver's type by name, when it may be declared in another file (Go, extension functions)
  FnId outer = kNone;  // the function whose scope encloses it; kNone for the module body
  Range params;        // into FileFacts::params
  TypeRefId returns = kNone;
  Range annotations;          // into FileFacts::annotations: decorators, outermost first; directives
  BlockId body = kNone;       // kNone: declared only (interface, abstract, overload)
  Span span;                  // from its first decorator or keyword to its end
  std::uint32_t name_at = 0;  // byte offset of its name or keyword: the line people expect
};

enum class TypeKind : std::uint8_t { class_, interface, struct_, enum_, trait, alias, object };

struct Type {
  NameId name = 0;
  TypeKind kind = TypeKind::class_;
  Range bases;        // into FileFacts::type_lists; embedded structs too
  Range type_params;  // into FileFacts::name_lists
  Range annotations;  // into FileFacts::annotations
  FnId body = kNone;  // statements at class level, as a type_body function; fields' initialisers are not repeated in it
  FnId outer = kNone;  // the function whose scope declares it
  TypeId outer_type = kNone;
  TypeRefId aliased = kNone;  // alias: what it stands for
  NameId augments = 0;        // the module this declaration adds members to (declare module 'x' { interface T … })
  ExprId base_expr = kNone;   // a base that is an expression (mixin(Base), createBase()), when not a plain name
  Span span;
  std::uint32_t name_at = 0;
};

enum FieldFlag : std::uint8_t { kFieldStatic = 1, kFieldConst = 2, kFieldOptional = 4, kFieldEmbedded = 8 };

// A declared member that is no function: from a declaration, a constructor parameter property, or `self.x: T = …`.
// Members of an enum are fields with their values as init.
struct Field {
  TypeId owner = kNone;
  NameId name = 0;
  TypeRefId type = kNone;
  ExprId init = kNone;
  NameId tag = 0;  // Go struct tag
  std::uint8_t flags = 0;
  Range annotations;  // into FileFacts::annotations
  Span span;
};

enum class TypeRefKind : std::uint8_t {
  named,         // name = dotted name, args = type arguments; module = set for import('m').T
  union_,        // args; null members are dropped and nullable set
  intersection,  // args
  array,         // args[0]
  object,        // target = an anonymous Type of kind object
  function,      // args = parameter types, last = result (kNone-typed result: kUnknown ref)
  literal,       // name = the literal's text
  typeof_,       // name = dotted expression
  indexed,       // args[0][name]
  tuple,         // args
};

struct TypeRef {
  TypeRefKind kind = TypeRefKind::named;
  bool nullable = false;
  NameId name = 0;
  NameId module = 0;
  Range args;  // into FileFacts::type_lists
  TypeId target = kNone;
  Span span;
};

enum class AnnotationOn : std::uint8_t { decorator, attribute, macro, tag, directive };

struct Annotation {
  ExprId expr = kNone;  // a name, member or call; a directive or tag is a string
  AnnotationOn on = AnnotationOn::decorator;
  Span span;
};

enum class ImportKind : std::uint8_t {
  value,        // name of the module: import {name as alias}, from module import name as alias
  namespace_,   // the module itself under alias: import * as alias, import module as alias, Go imports
  whole,        // what the module stands for: const alias = require('module') (its whole export)
  everything,   // all names unqualified: from module import *, Go dot import
  side_effect,  // loaded for its effect; no alias
};

struct Import {
  NameId module = 0;  // specifier as written ("./a", "..pkg.mod", "github.com/x/y")
  NameId name = 0;    // value: exported name; "default" for a default export
  NameId alias = 0;   // local name
  ImportKind kind = ImportKind::value;
  bool type_only = false;
  FnId in = 0;  // the function whose scope it binds in
  Span span;
};

// What a module offers under a name. "default" and "=" (module.exports = …) are names; "*" re-exports everything of
// `module`.
struct Export {
  NameId name = 0;
  ExprId value = kNone;  // a value of this file, or
  NameId module = 0;     // a re-export from there
  NameId of = 0;         // of this name ("*" = the module itself as a namespace)
  Span span;
};

struct Comment {
  NameId text = 0;  // from "idem-ignore" to its end, without comment marks
  Span span;        // the whole comment
};

// Something that was not lowered; whoever leans on it must say "unknown".
struct Cut {
  NameId why = 0;
  Span span;
};

// How names and calls of a language behave, as far as the later stages must know.
struct Traits {
  bool implicit_exports = false;    // every name of the module scope is visible to importers (Python, Go)
  bool directory_scope = false;     // files of one directory share the module scope (Go)
  bool type_call_converts = false;  // T(x) is a conversion, not a construction (Go)
  bool lists_are_truthy = true;     // an empty list tests as true (JavaScript); false in Python
  bool lazy_calls =
      false;  // a call of an async function that nobody awaits still runs, beside (JavaScript, Python: not at all)
};

struct FileFacts {
  std::string path;      // relative to the root, '/' separators
  std::string language;  // for the report only
  std::string package;   // declared package or namespace, where the language has one
  Traits traits;
  std::vector<std::string> names;
  std::vector<Expr> exprs;
  std::vector<Arg> args;
  std::vector<Event> events;
  std::vector<Block> blocks;
  std::vector<Catch> catches;
  std::vector<Fn> fns;
  std::vector<Param> params;
  std::vector<Type> types;
  std::vector<Field> fields;
  std::vector<TypeRef> type_refs;
  std::vector<Index> type_lists;  // TypeRefIds
  std::vector<Index> name_lists;  // NameIds
  std::vector<Index> exprs_list;  // ExprIds
  std::vector<Import> imports;
  std::vector<Export> exports;
  std::vector<Annotation> annotations;
  std::vector<Comment> comments;
  std::vector<Cut> cuts;
  std::vector<std::uint32_t> line_starts;  // byte offset of every line's start; [0] == 0
  bool has_errors = false;                 // the syntax tree held an error node

  std::string_view name(NameId id) const { return names[id]; }
  // 1-based line of a byte offset.
  std::uint32_t line(std::uint32_t offset) const;
  // 1-based column of a byte offset, in bytes.
  std::uint32_t column(std::uint32_t offset) const;
};

// The facts as indented text, one event a line: for those who extend idem, and for the conformance tests.
// With `places` each event starts with its line number.
std::string print_facts(const FileFacts& facts, bool places);

}  // namespace idem
