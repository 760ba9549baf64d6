// The one interpreter of facts. It runs module bodies to evaluate registrations, and handlers to walk requests: both
// need the same calls, closures, fields and library paths. The modes differ in what a throwing arm means, in what may
// decide a branch, and in that a walk records a trace.
#pragma once

#include "engine/library.hpp"
#include "engine/program.hpp"
#include "engine/router.hpp"
#include "engine/trace.hpp"
#include "engine/value.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace idem {

enum class Flow : std::uint8_t { falls, leaves };
enum class Truth : std::uint8_t { no, yes, unknown };

// A test that a handler makes of the request itself: `method == "POST"`, `path == "/orders"`.
struct RequestTest {
  bool of_path = false;  // else of the method
  V value = nullptr;     // what it is compared with: a text
  bool prefix = false;   // a path that begins with value
};

// What the start of an application sets for all its annotated routes: a prefix, versions in paths.
struct AppSetting {
  const Row* row = nullptr;
  V call = nullptr;
};

// One activation of a function (or of a module body).
struct Frame {
  Index file = kNone;
  FnRef fn;
  Env* env = nullptr;
  Frame* caller = nullptr;
  Site call_site;
  std::vector<V> returns;
  std::vector<V> yields;
  unsigned depth = 0;
  unsigned conditional = 0;  // > 0 while inside an arm whose condition is unknown
};

// An entry point beside routes, registered by a row of role `entry`: a consumer, a job, a tool.
struct EntryFound {
  const Row* row = nullptr;
  V called = nullptr;  // the registering call
  Site site;
};

// Something that was given up on, told once per reason and file: the answer may lack something because of it.
struct Stop {
  std::string_view why;  // a literal
  Site site;             // where it happened first
  bool matters = true;
};

class Interpreter {
 public:
  Interpreter(Program& program, Libraries& libraries, Arena& arena);

  // -- registrations --
  void run_module(Index file);
  std::deque<Router>& routers() { return m_routers; }
  bool was_applied(FnRef fn) const { return m_applied.contains(fn); }
  const std::vector<EntryFound>& entries() const { return m_entries; }
  bool was_walked(FnRef fn) const { return m_walked.contains(fn); }
  // Runs a function that nobody called, with parameters made from their declared types.
  void run_alone(FnRef fn);

  // -- walks --
  // Runs handlers (functions, or wrappers that hold some) and returns the trace. `params` name what the framework
  // passes.
  TraceBlock* walk(const std::vector<V>& handlers, const Row* row, const std::string& family, bool& cut);
  // The same for a whole request: every element of `chain` but the last is a guard that goes on by calling its
  // continuation (a row's role `next`), or, where `implicit`, by returning.
  TraceBlock* walk_chain(const std::vector<V>& chain, const Row* row, const std::string& family, bool& cut);
  // Walks a function that no entry point reaches, with parameters made from their declared types.
  TraceBlock* walk_alone(FnRef fn, bool& cut);
  bool walking() const { return m_walking; }

  void register_route(Frame* from, Router& router, const Row& row, V called, const Site& site);
  Router& add_router() { return m_routers.emplace_back(); }

  // -- requests whose method or path the registration does not say (request_tests.cpp) --
  // The tests that walks made of them since the last assumption, in order. Only tests that stand in `file` count
  // (kNone: any): a helper's tests are seldom about this route.
  void assume_request(Symbol method, V path, Index file);
  // Which parameters of its handler a route's path fills. `only`: nothing else fills one.
  void assume_path(std::vector<Symbol> names, bool only);
  void assume_nothing();
  const std::vector<RequestTest>& request_tests() const { return m_request.tests; }

  const std::vector<AppSetting>& app_settings() const { return m_app_settings; }
  V function_alone(FnRef fn);  // as a value; a method is bound to an instance of its type
  Router* router_in(V value) { return router_of(value); }

  // -- values --
  V module_member(Index file, Symbol name);  // what an import of `name` from that file gives; null-free, may be unknown
  V lookup_module_name(Index file, Symbol name);  // what `name` means at module level; nullptr when nothing binds it
  V member(V object, Symbol name, const Site& site);
  V call(Frame* from, V callee, Args args, const Site& site, std::uint8_t flags);
  V construct(Frame* from, TypeDef type, const Args& args, const Site& site);
  V typed_instance(TypeDef type);
  V typed_value(Index file, TypeRefId ref, unsigned depth = 0);
  V unknown(std::string_view why, Site site = {});
  V text_value(std::string_view text, Site site = {});
  V union_of(const std::vector<V>& alternatives);
  V answers_of(V whole, const std::vector<V>& answers);
  V lib_value(const LibNode* node, V receiver = nullptr, const Args* args = nullptr, Site site = {});
  // A type and its project bases, nearest first; `library` gets the first base outside the project.
  const std::vector<TypeDef>& bases_of(TypeDef type, V* library = nullptr);
  // The model that a class names by one of these fields; nullptr when it names none.
  V model_of(TypeDef type, const std::vector<std::string>& fields, unsigned depth = 0);
  V method_of(TypeDef type, Symbol name, V receiver);  // nullptr when neither it nor a project base has it
  // Functions of the project inside a value: itself, wrapped, or kept as an argument.
  void functions_in(V value, std::vector<V>& found, unsigned depth = 0);
  V eval_in_module(Index file, ExprId expr);
  V eval_in(Index file, Env* env, ExprId expr);
  Env* module_env(Index file);

  // Slots of a row on a call's result value.
  std::vector<V> slot_values(const Slot& slot, V call);
  // The HTTP method that a row's `method` or `verb` slot gives, upper case; the row's default, or "" when it is not
  // known.
  std::string slot_verb(const Row& row, V call);
  V slot_value(const Row& row, std::string_view name, V call);  // nullptr when absent
  std::string slot_text(const Row& row, std::string_view name, V call);
  // Whether a row is meant for this call: its `when` against the value of `when_slot` (a text, or a library path).
  bool applies(const Row& row, V call);

  Program& program() { return m_program; }
  Libraries& libraries() { return m_libraries; }
  Arena& arena() { return m_arena; }
  Symbol symbol(std::string_view text) { return m_program.names().intern(text); }
  std::string_view text(Symbol s) const { return m_program.text(s); }
  // What later stages worked out about values, which are immutable: kept here to live as long as they do.
  std::shared_ptr<void> memo_of_meaning;
  std::unordered_set<V> filled_by_chance;             // buffers that a source of random bytes was given to fill
  std::unordered_map<V, std::uint8_t> known_meaning;  // a call's OpKind, see meaning/operation.hpp
  std::unordered_map<const TraceBlock*, TraceContent> known_contents;
  std::uint64_t steps() const { return m_steps; }
  bool spend();  // one step of the budget; false when it is spent
  // A limit was met. `matters`: the answer may lack something because of it, beyond what the entry point itself tells.
  void stop(std::string_view why, const Site& site, bool matters = true);
  const std::vector<Stop>& stops() const { return m_stops; }

 private:
  enum class ModuleState : std::uint8_t { untouched, running, done };
  struct Module {
    ModuleState state = ModuleState::untouched;
    Env* env = nullptr;
    std::unordered_set<Index> evaluated;  // definitions evaluated ahead of their turn
  };
  // An undo record of one write, so that both arms of a branch start from the same state.
  struct Write {
    Env* env;
    Object* object;
    Symbol name;
    V before;  // nullptr: was absent
  };
  // Counts evaluations inside one another: hostile code must not use up the stack. `too_deep` when it would.
  class Nesting {
   public:
    Nesting(Interpreter& interpreter, const Site& site) : m_interpreter(interpreter) {
      m_too_deep = ++interpreter.m_nesting > kMaxNested;
      if (m_too_deep)
        interpreter.stop("evaluations nested too deep are not followed", site),
            interpreter.m_cut = interpreter.m_cuts.budget = true;
    }
    ~Nesting() { --m_interpreter.m_nesting; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool too_deep() const { return m_too_deep; }

   private:
    Interpreter& m_interpreter;
    bool m_too_deep = false;
  };
  static constexpr unsigned kMaxNested = 4000;
  static constexpr std::size_t kMaxItems = 20'000;  // of a list, of a map, of a call's arguments
  static constexpr std::size_t kMaxText = 65'536;   // bytes of a text that is put together
  struct TypeInfo {
    bool ready = false;
    std::vector<TypeDef> bases;
    V library = nullptr;
  };

  // request_tests.cpp
  std::string_view request_part(V value) const;  // "method", "path" or ""
  V known_part(V value);                         // the assumed text in place of a part of the request
  void test_call(V callee, const Args& args, const Site& site);
  void test_request(V value, V with, bool prefix, const Site& site);

  // interpreter_expr.cpp
  V eval(Frame& frame, ExprId id);
  V eval_call(Frame& frame, const Expr& expr, const Site& site);
  V eval_op(Frame& frame, const Expr& expr, const Site& site);
  V eval_text(Frame& frame, const Expr& expr, const Site& site);
  V eval_comprehension(Frame& frame, const Expr& expr, const Site& site);
  Args eval_args(Frame& frame, Range args);
  void spread(Args& args, V value, const Site& site);
  V joined_text(std::string whole, const Site& site);
  V index(V object, V key, const Site& site);
  V lookup(Frame& frame, Symbol name, const Site& site);
  V this_of(const Frame& frame) const;
  Truth truth(V value) const;
  bool joins(Frame& frame, Truth known) const;

  // interpreter_block.cpp
  Flow run_block(Frame& frame, BlockId block);
  Flow run_event(Frame& frame, const Event& event);
  Flow run_branch(Frame& frame, const Event& event);
  Flow run_loop(Frame& frame, const Event& event);
  Flow run_try(Frame& frame, const Event& event);
  Flow run_scope(Frame& frame, const Event& event);
  Flow run_leave(Frame& frame, const Event& event);
  void run_set(Frame& frame, const Event& event);
  void assign(Frame& frame, ExprId place, V value, SetHow how);
  void append(Object& to, const Object& from, const Site& site);
  void write_env(Env* env, Symbol name, V value);
  void write_field(Object* object, Symbol name, V value);
  void set_field(Object* object, Symbol name, V value);
  std::size_t mark() const { return m_writes.size(); }
  std::vector<Write> rewind(std::size_t mark);  // undoes writes since mark; returns them with the values they had
  void join(std::size_t mark, const std::vector<Write>& other_arm, bool this_arm_leaves, bool other_leaves,
            std::vector<TracePhi>* phis = nullptr);

  // interpreter_call.cpp
  V apply(Frame* from, V fn, const Args& args, const Site& site);
  void bind_params(Frame& frame, const Fn& fn, V receiver, const Args& args);
  V injected(Frame& frame, const Param& param);
  V route_parameter(Index file, const Param& param);
  V as_of_now(V value);
  const Args* as_of_now(const Args* args);
  void forget_changes();
  V call_library(Frame* from, V callee, const Args* args, const Site& site, std::uint8_t flags);
  V call_unknown(Frame* from, V callee, const Args* args, const Site& site);
  V call_builtin(Frame* from, V callee, const Args& args, const Site& site);
  V mapped(Frame* from, V callee, const Args& args, const Site& site);  // nullptr: it maps nothing
  void call_callbacks(Frame* from, V called, const Args& args, const Site& site, bool beside);
  std::string signature(V value, unsigned depth = 0) const;

  // interpreter_types.cpp
  V declared_field(V object, Symbol name);
  V member_of_instance(V object, Symbol name, const Site& site);
  V member_of_type(V object, Symbol name, const Site& site);
  V function_member(V function, Symbol name, const Site& site);  // nullptr when no row knows it
  V field_value(V object, TypeDef owner, const Field& field);
  V embedded_member(V object, const std::vector<TypeDef>& bases, Symbol name, const Site& site);
  V resolve_type_name(Index file, std::string_view dotted, unsigned depth);
  V value_of_type(V type_value, Index file, const TypeRef& ref, unsigned depth);
  V import_value(Index file, const Import& import);  // memoised
  V imported(Index file, const Import& import);
  V directory_member(std::string_view directory, Symbol name);
  V target_member(Index from_file, Symbol module, Symbol name);
  V target_value(Index from_file, Symbol module);

  // interfaces.cpp
  V instance_of_interface(TypeDef type, unsigned depth);
  std::vector<TypeDef> structural_implementers(TypeDef type);
  std::vector<TypeDef> declared_implementers(TypeDef type);
  struct Implementers {
    std::vector<TypeDef> concrete, wrappers;  // wrappers: decorators of the interface
  };
  const Implementers& implementers_of(TypeDef interface);
  bool wraps(TypeDef type, TypeDef interface);
  V declared_value(Index file, TypeRefId id, TypeDef owner);
  const std::vector<Symbol>& method_names(TypeDef type);

  // serving.cpp
  Router* router_for(const Row& row, V called, const Site& site);
  void routers_called_by(V fn, std::string_view method, std::vector<Router*>& found);
  void served_routers(V value, std::string_view method, std::vector<Router*>& found, unsigned depth);
  V handler_of(const Row& row, V value);
  bool mount_served(Router& router, const Row& row, const RouterEntry& route);
  V stripping_router(const Row& row, V called, const Site& site);
  V build_route(Frame* from, Router& router, const Row& row, V called, const Site& site);

  // registration.cpp
  void add_methods(const Row& row, V called, std::vector<std::string>& methods);
  V apply_rows(Frame* from, V called, const Args* args, const Site& site, bool& handled);
  Router* router_of(V value);
  Router* registering(V called, const Site& site);
  Router* make_router(V value, const Row& row, const Site& site);
  void register_use(Frame* from, Router& router, const Row& row, V called, const Site& site);
  V register_group(Frame* from, Router& router, const Row& row, V called, const Site& site);
  // class_routes.cpp
  std::vector<V> library_bases(TypeDef type);
  const Row* class_row(TypeDef type, Role role, V* base = nullptr);
  V answering_method(TypeDef type, std::string_view name, const Site& site);
  bool class_in(V value, TypeDef& type, V& call, const Row*& row, unsigned depth);
  void methods_of_decorators(V value, std::vector<std::string>& methods, unsigned depth = 0);
  bool serve_class(Router& router, const RouterEntry& entry, bool said);
  std::vector<V> class_guards(TypeDef type, const Row& row);
  void decorate_methods(Frame& frame, TypeDef type);
  void register_resource(Frame* from, Router& router, const Row& row, V called, const Site& site);
  void register_handlers(Frame* from, Router& router, const Row& row, V called, const Site& site);
  void register_controller(Frame* from, Router& router, const Row& row, TypeDef type, const Site& site);
  void mount_on(Router& outer, Router& router, const Row& row, const Site& site);
  bool mount_on_unknown(Frame* from, V called, const Site& site);
  V delegate(Frame* from, const Row& row, V called, const Site& site);
  V run_callbacks(Frame* from, const Row& row, V called, V result, const Site& site);

  RouterEntry entry_at(Frame* from, RouterEntry::Kind kind, const Row& row, const Site& site);

  // lending.cpp: members and values that a project lends to library objects
  void decorate(V called, Symbol name, V value);
  V lent_member(const LibNode* object, Symbol name);  // decorated or declared by augmentation; nullptr
  void read_augmentations();
  bool bind_names(const Row& row, V called, const Site& site);
  V resolve_name(Frame* from, const Row& row, V called, const Site& site);  // nullptr when nothing is bound
  V bound_value(Frame* from, std::string_view name, V container, const Site& site);

  // models.cpp
  bool names_models(TypeDef type, const std::vector<std::string>& fields);
  V type_derived_from(const std::vector<std::string>& names);
  // nullptr when no row says so; `whole`: it is the result itself, else what the result is about.
  V project_model(V called, bool& whole);

  // listeners.cpp
  void add_listener(const Row& row, V called);
  void add_passed(const Row& row, V called, Args& args);
  void tell_listeners(Frame* from, V called, const Site& site);

  // folder_loads.cpp
  bool load_folder(Frame* from, Router& router, V router_value, V loader, V called, const Site& site);

  void record(TraceNode node) {
    if (m_trace != nullptr) m_trace->nodes.push_back(std::move(node));
  }
  // A request on its way through its guards.
  struct Chain {
    const std::vector<V>* elements = nullptr;
    std::size_t at = 0;
    Args args;
    bool went_on = false;
  };
  void run_chain(std::size_t at);
  void apply_alone(FnRef fn);
  Args framework_args(const Row* row, const std::string& family);
  TraceBlock* new_block() { return &m_blocks.emplace_back(); }
  // The steps of one thing (a module, a handler): the caller's own go on as if it had cost nothing.
  class Allowance {
   public:
    Allowance(Interpreter& interpreter, std::uint64_t steps, std::string_view why, const Site& site)
        : m_interpreter(interpreter),
          m_why(why),
          m_site(site),
          m_limit(interpreter.m_step_limit),
          m_started(interpreter.m_steps),
          m_spent_before(interpreter.m_spent) {
      interpreter.m_step_limit = interpreter.m_steps + steps;
      interpreter.m_spent = false;
    }
    ~Allowance() {
      if (m_interpreter.m_spent) m_interpreter.stop(m_why, m_site);
      m_interpreter.m_spent = m_spent_before;
      m_interpreter.m_step_limit = m_limit + (m_interpreter.m_steps - m_started);
    }
    Allowance(const Allowance&) = delete;
    Allowance& operator=(const Allowance&) = delete;

   private:
    Interpreter& m_interpreter;
    std::string_view m_why;
    Site m_site;
    std::uint64_t m_limit, m_started;
    bool m_spent_before;
  };

  Program& m_program;
  Libraries& m_libraries;
  Arena& m_arena;
  std::vector<Module> m_modules;
  std::deque<Router> m_routers;
  std::map<std::string, Router*> m_default_routers;  // by module
  std::deque<TraceBlock> m_blocks;
  TraceBlock* m_trace = nullptr;
  bool m_walking = false;
  // What was not followed since the current call began, and why.
  struct Cuts {
    bool budget = false;
    bool depth = false;
    std::size_t recursion = kNoCut;  // lowest place on the stack of a function that was entered again
    bool any() const { return budget || depth || recursion != kNoCut; }
    void add(const Cuts& other) {
      budget |= other.budget;
      depth |= other.depth;
      recursion = std::min(recursion, other.recursion);
    }
    static constexpr std::size_t kNoCut = static_cast<std::size_t>(-1);
  } m_cuts;
  bool m_cut = false;  // a walk left something out
  Chain m_chain;
  bool m_spliced = false;  // the rest of a request was run inside: such a trace belongs to one chain only
  std::uint64_t m_steps = 0, m_step_limit = std::numeric_limits<std::uint64_t>::max() / 2;
  bool m_spent = false;  // the steps allowed have run out
  unsigned m_nesting = 0;
  unsigned m_looked_into = 0;  // parts of the value that functions_in looks through
  std::vector<Stop> m_stops;
  std::set<std::pair<std::string_view, Index>> m_stopped;
  struct Request {
    bool watched = false;
    Symbol method = 0;
    V path = nullptr;
    Index file = kNone;
    std::vector<RequestTest> tests;
  } m_request;
  struct RouteParameters {
    bool known = false, only = false;
    std::vector<Symbol> names;
  } m_parameters;
  std::vector<Object*> m_changed_rows;  // in this walk
  std::vector<AppSetting> m_app_settings;
  std::vector<Write> m_writes;
  std::vector<EntryFound> m_entries;
  std::set<FnRef> m_applied, m_walked;
  std::vector<FnRef> m_stack;
  struct Memo {
    V result;
    TraceBlock* trace;
    unsigned depth;  // where a limit of depth cut something: such a trace serves no call that stands higher up
  };
  std::unordered_map<std::string, Memo> m_memo;
  std::map<TypeDef, TypeInfo> m_types;
  std::map<TypeDef, V> m_instances;
  std::map<TypeDef, std::vector<Symbol>> m_method_names;
  std::map<TypeDef, Implementers> m_implementers;
  std::map<std::pair<Index, TypeRefId>, V> m_typed;
  std::map<std::pair<Index, Index>, V> m_imports;       // by file and index into its imports
  std::set<std::pair<Index, Symbol>> m_looking;         // definitions being evaluated: cycles end
  std::set<std::pair<const Object*, Symbol>> m_asking;  // members that embedded objects are being asked for
  struct Bound {                                        // dependency containers
    std::string name;
    Index file;  // where it was bound: sibling packages bind equal names
    V value;     // a factory, a type or the value
    V made;
    Args args;
  };
  std::deque<Bound> m_bound;
  struct Listener {
    Symbol event;
    V entity;  // a type of the project; nullptr: of any
    V handler;
  };
  std::vector<Listener> m_listeners;
  std::map<std::vector<std::string>, V> m_derived;
  bool m_alone = false;  // running a function that nobody calls

  // What is evaluated once for the whole run, because somebody happens to need it now (a module's body, a definition
  // further down, a shared object), belongs neither to the current trace nor to the arm of a branch: it leaves no trace
  // and is not undone with the arm.
  class Aside {
   public:
    explicit Aside(Interpreter& interpreter)
        : m_interpreter(interpreter), m_trace(std::exchange(interpreter.m_trace, nullptr)), m_cuts(interpreter.m_cuts) {
      m_writes.swap(interpreter.m_writes);
    }
    ~Aside() {
      m_writes.swap(m_interpreter.m_writes);
      m_interpreter.m_trace = m_trace;
      m_interpreter.m_cuts = m_cuts;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Interpreter& m_interpreter;
    TraceBlock* m_trace;
    Cuts m_cuts;
    std::vector<Write> m_writes;
  };
  std::map<V, Router*> m_alone_routers;
  std::map<std::pair<const LibNode*, Symbol>, V> m_decorated;
  std::map<const LibNode*, std::vector<TypeDef>> m_augmented;
  bool m_augmentations_read = false;
  V m_null, m_unknown;
};

}  // namespace idem
