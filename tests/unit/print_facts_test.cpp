#include "catch.hpp"
#include "facts/builder.hpp"
#include "facts/expr_text.hpp"
#include "facts/facts.hpp"

#include <functional>

using namespace idem;

namespace {

const std::string_view kSource = "line one\nline two\nline three\n";
constexpr Span kOne{0, 8}, kTwo{9, 17}, kThree{18, 28};

// A file whose module body is what `fill` adds.
FileFacts module_of(const std::function<void(FactsBuilder&)>& fill) {
  FileFacts facts;
  facts.path = "app.x";
  facts.language = "example";
  FactsBuilder builder(facts, kSource);
  const FnId module = builder.reserve_fn();
  builder.open_block();
  fill(builder);
  const BlockId body = builder.close_block();
  facts.fns[module].kind = FnKind::module;
  facts.fns[module].body = body;
  return facts;
}

BlockId block_of(FactsBuilder& b, const std::function<void()>& fill) {
  b.open_block();
  fill();
  return b.close_block();
}

// The text of one expression.
std::string text_of(const std::function<ExprId(FactsBuilder&)>& make) {
  FileFacts facts;
  FactsBuilder builder(facts, kSource);
  const ExprId expr = make(builder);
  return expr_text(facts, expr);
}

}  // namespace

TEST_CASE("events print one a line, blocks indented") {
  const FileFacts facts = module_of([](FactsBuilder& b) {
    const ExprId x = b.name_expr("x", kOne);
    b.set(x, b.string("a\n\"b\"", kOne), SetHow::constant, kOne, b.named_type("str", kOne));
    b.event({.kind = EventKind::set,
             .how = static_cast<std::uint8_t>(SetHow::augment),
             .expr = b.name_expr("y", kOne),
             .place = x,
             .op = b.name("+"),
             .span = kOne});
    const BlockId inner = block_of(b, [&] { b.leave(LeaveHow::return_, x, kThree); });
    const BlockId chained = block_of(b, [&] {
      b.event({.kind = EventKind::branch, .expr = b.name_expr("q", kTwo), .body = inner, .other = inner, .span = kTwo});
    });
    b.event({.kind = EventKind::branch, .expr = x, .body = inner, .other = chained, .span = kTwo});
  });
  CHECK(print_facts(facts, false) ==
        "file app.x (example)\n"
        "fn#0 module\n"
        "  const x: str = \"a\\n\\\"b\\\"\"\n"
        "  x += y\n"
        "  if x\n"
        "    return x\n"
        "  else if q\n"
        "    return x\n"
        "  else\n"
        "    return x\n");
}

TEST_CASE("loops, scopes and tries print their parts") {
  const FileFacts facts = module_of([](FactsBuilder& b) {
    const ExprId x = b.name_expr("x", kOne);
    const BlockId inner = block_of(b, [&] { b.eval(x, kTwo); });
    const auto loop = [&](LoopHow how, ExprId over, ExprId place, NameId key) {
      b.event({.kind = EventKind::loop,
               .how = static_cast<std::uint8_t>(how),
               .expr = over,
               .place = place,
               .key = key,
               .body = inner,
               .span = kOne});
    };
    loop(LoopHow::each, b.name_expr("items", kOne), x, b.name("i"));
    loop(LoopHow::while_, x, kNone, 0);
    loop(LoopHow::forever, kNone, kNone, 0);
    b.event({.kind = EventKind::scope,
             .how = static_cast<std::uint8_t>(ScopeHow::with),
             .expr = x,
             .place = b.name_expr("tx", kOne),
             .body = inner,
             .span = kOne});
    idem::Catch caught{
        .types = b.expr_list({b.name_expr("E", kTwo)}), .bind = b.name("e"), .body = inner, .span = kTwo};
    b.event({.kind = EventKind::try_, .body = inner, .other = inner, .catches = b.catches({caught}), .span = kOne});
  });
  CHECK(print_facts(facts, true) ==
        "       file app.x (example)\n"
        "    1  fn#0 module\n"
        "    1    for i, x in items\n"
        "    2      x\n"
        "    1    while x\n"
        "    2      x\n"
        "    1    forever\n"
        "    2      x\n"
        "    1    with x as tx\n"
        "    2      x\n"
        "    1    try\n"
        "    2      x\n"
        "    2    catch E as e\n"
        "    2      x\n"
        "         finally\n"
        "    2      x\n");
}

TEST_CASE("declarations print with their parts") {
  FileFacts facts = module_of([](FactsBuilder&) {});
  FactsBuilder b(facts, "");
  const TypeRefId maybe =
      b.type_ref({.kind = TypeRefKind::array, .nullable = true, .args = b.type_list({b.named_type("Order", kOne)})});
  const TypeId type = b.reserve_type();
  const Annotation mark{.expr = b.name_expr("entity", kOne), .span = kOne};
  facts.types[type].name = b.name("Orders");
  facts.types[type].bases = b.type_list({b.named_type("Base", kOne)});
  facts.types[type].annotations = b.annotations({mark});
  facts.fields.push_back({.owner = type, .name = b.name("rows"), .type = maybe});
  const FnId fn = b.reserve_fn();
  const Param self{.name = b.name("self"), .kind = ParamKind::receiver};
  const Param rest{.name = b.name("args"), .kind = ParamKind::rest};
  facts.fns[fn].name = b.name("create");
  facts.fns[fn].kind = FnKind::method;
  facts.fns[fn].owner = type;
  facts.fns[fn].flags = kAsync;
  facts.fns[fn].returns = maybe;
  facts.fns[fn].params = b.params({self, rest});
  facts.imports.push_back({.module = b.name("m"), .name = b.name("n"), .alias = b.name("k"), .in = fn});
  facts.exports.push_back({.name = b.name("default"), .value = b.fn_expr(fn, kOne)});
  facts.cuts.push_back({.why = b.name("syntax error"), .span = kOne});
  CHECK(print_facts(facts, false) ==
        "file app.x (example)\n"
        "import n from \"m\" as k in fn#1\n"
        "export default = fn#1 create\n"
        "type#0 class Orders : Base\n"
        "  @entity\n"
        "  field rows: Order[]?\n"
        "fn#0 module\n"
        "fn#1 method type#0 create(receiver self, ...args): Order[]? [async]\n"
        "  no body\n"
        "cut \"syntax error\" (8 bytes)\n");
}

TEST_CASE("expressions read like source") {
  const auto n = [](FactsBuilder& b, const char* name) { return b.name_expr(name, kOne); };
  CHECK(text_of([&](FactsBuilder& b) {
          return b.op("*", b.op("+", n(b, "a"), n(b, "b"), kOne), b.op("!", n(b, "c"), kNone, kOne), kOne);
        }) == "(a + b) * (!c)");
  CHECK(text_of([&](FactsBuilder& b) { return b.op("await", n(b, "c"), kNone, kOne); }) == "await c");
  CHECK(text_of([&](FactsBuilder& b) {
          const Arg label{.label = b.name("key"), .value = b.string("x", kOne)};
          const Arg rest{.value = n(b, "rest"), .spread = true};
          return b.call(b.member(n(b, "redis"), "set", kOne, kOptional), {label, rest}, kOne, kAwaited);
        }) == "await redis?.set(key: \"x\", ...rest)");
  CHECK(text_of([&](FactsBuilder& b) {
          const Arg hole{.value = n(b, "id")};
          const Arg part{.value = b.string("order:", kOne)};
          return b.list(ExprKind::text, {part, hole}, kOne);
        }) == "`order:${id}`");
  CHECK(text_of([&](FactsBuilder& b) {
          const Arg computed{.key = n(b, "k"), .value = n(b, "v")};
          return b.index(b.list(ExprKind::map, {computed}, kOne), b.string("\x1b", kOne), kOne);
        }) == "{[k]: v}[\"\\x1b\"]");
  CHECK(text_of([&](FactsBuilder& b) {
          return b.add(
              {.kind = ExprKind::choose, .a = n(b, "a"), .b = n(b, "b"), .c = b.add({.kind = ExprKind::null})});
        }) == "a ? b : null");
}

TEST_CASE("printing is bounded for endless nesting") {
  FileFacts facts = module_of([](FactsBuilder& b) {
    ExprId deep = b.name_expr("x", kOne);
    for (int i = 0; i < 100'000; ++i) deep = b.op("!", deep, kNone, kOne);
    b.eval(deep, kOne);
    BlockId inner = block_of(b, [] {});
    for (int i = 0; i < 5'000; ++i)
      inner = block_of(b, [&] { b.event({.kind = EventKind::scope, .body = inner, .span = kOne}); });
    b.event({.kind = EventKind::scope, .body = inner, .span = kOne});
  });
  const std::string text = print_facts(facts, true);
  CHECK(text.size() < 200'000);
  CHECK(text.find("…") != std::string::npos);
}
