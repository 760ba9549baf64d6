#include "catch.hpp"
#include "typescript_facts.hpp"

using namespace idem;
using namespace typescript_test;

TEST_CASE("TypeScript: casts, parentheses and non-null marks are dropped") {
  CHECK(events_of("f((a as T).b!, <T>c, (d), e satisfies T);") == "f(a.b, c, d, e)\n");
  CHECK(events_of("(f as any)(a);") == "f(a)\n");
}

TEST_CASE("TypeScript: awaited calls, other awaits and optional chains") {
  CHECK(events_of("await f(await g(), await p);") == "await f(await g(), await p)\n");
  CHECK(events_of("a?.b?.[c]?.(d);") == "a?.b?[c]?.(d)\n");
  const FileFacts facts = lowered("await (f() as T);");
  unsigned awaited = 0;
  for (const Expr& expr : facts.exprs) awaited += expr.kind == ExprKind::call && (expr.flags & kAwaited) != 0 ? 1 : 0;
  CHECK(awaited == 1);
}

TEST_CASE("TypeScript: constructions and type arguments") {
  CHECK(events_of("new A.B<T, U[]>(x, ...ys); f<T>(); new C;") == "new A.B<T, U[]>(x, ...ys)\nf<T>()\nnew C()\n");
}

TEST_CASE("TypeScript: operators are spelled as in every language") {
  CHECK(events_of("f(a === b, a !== b, a == b, a >>> 1, !a, -1, -a, typeof a, a in b, a instanceof B);") ==
        "f(a == b, a != b, a == b, a >> 1, !a, -1, -a, typeof a, a in b, a instanceof B)\n");
  CHECK(events_of("f(a && b, a || b, a ?? b, a ? b : c); delete a.b; void f(); void 0;") ==
        "f(a && b, a || b, a ?? b, a ? b : c)\ndelete a.b\nf()\n");
}

TEST_CASE("TypeScript: strings are decoded and templates keep their holes") {
  const FileFacts facts = lowered(R"(f('a\n\x41\u00e9\u{1F600}\ud83d\ude00\'"\
b', "", `x\`y`);)");
  std::vector<std::string> strings;
  for (const Expr& expr : facts.exprs)
    if (expr.kind == ExprKind::string) strings.emplace_back(facts.name(expr.name));
  CHECK(strings == std::vector<std::string>{"a\nA\u00e9\U0001F600\U0001F600'\"b", "", "x`y"});
  CHECK(events_of("f(`a${b}c${d()}`, `plain`, ``);") == "f(`a${b}c${d()}`, \"plain\", \"\")\n");
  CHECK(events_of("sql`select ${a}`;") == "sql~(`select ${a}`, a)\n");
}

TEST_CASE("TypeScript: tagged templates with type arguments are calls") {
  for (const char* type : {"T", "T[]", "A.B | null", "{ a: string; b?: C<D> }", "Array<T>", "() => T"})
    CHECK(events_of("sql<" + std::string(type) + ">`x ${a}`.run(b);") == "sql~(`x ${a}`, a).run(b)\n");
  CHECK(events_of("f(html`text<br>`, a => `x`);").find("text<br>") != std::string::npos);
  CHECK(events_of("f(a < b, c > d, `e`);") == "f(a < b, c > d, \"e\")\n");
}

TEST_CASE("TypeScript: maps and lists") {
  CHECK(events_of("f({ a, b: 1, 'c-d': 2, 3: x, [k]: 4, ['e']: 5, ...g });") ==
        "f({a: a, b: 1, c-d: 2, 3: x, [k]: 4, e: 5, ...g})\n");
  CHECK(events_of("f([1, ...xs, , 2]);") == "f([1, ...xs, 2])\n");
}

TEST_CASE("TypeScript: functions are values with names where they have one") {
  CHECK(printed("const f = async (a, { b }: T = {}, ...c) => a + b; x.y = function* g() { yield 1; };") ==
        "fn#0 module\n  const f = fn#1 f\n  x.y = fn#2 g\n"
        "fn#1 lambda f(a, $1: T = {}, ...c) [async]\n  let b = $1.b\n  return a + b\n"
        "fn#2 lambda g() [generator]\n  yield 1\n");
  CHECK(printed("h({ a() { return this }, get b() { return 1 } });") ==
        "fn#0 module\n  h({a: fn#1 a, b: fn#2 b})\nfn#1 method a()\n  return this\nfn#2 method b() [getter]\n  return "
        "1\n");
  CHECK(printed("f(x => y = x);").find("  y = x\n  return x\n") != std::string::npos);
}

TEST_CASE("TypeScript: what cannot be a value says why") {
  CHECK(events_of("f(/a[/]b/gi);").find("regex:/a[/]b/gi") != std::string::npos);
  const FileFacts facts = lowered("const a = <B c={d} e={() => f()} {...g()}><p>{h}{i && j()}</p></B>;", "a.tsx");
  bool found = false;
  for (const Expr& expr : facts.exprs) {
    if (expr.kind != ExprKind::unknown || facts.name(expr.name) != "jsx") continue;
    found = true;
    CHECK(expr.args.count == 3);  // the function, the spread call, the call behind &&
  }
  CHECK(found);
  CHECK(facts.language == "typescript");
}

TEST_CASE("TypeScript: modules loaded by expression") {
  CHECK(events_of("const { a } = await import('./m'); f(require('n').x, import(p));") ==
        "const $1 = module(\"./m\")\nconst a = $1.a\nf(module(\"n\").x, module(p))\n");
}
