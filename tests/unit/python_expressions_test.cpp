#include "catch.hpp"
#include "python_text.hpp"

using namespace idem;

TEST_CASE("python: literals") {
  CHECK(python_expr("1") == "1");
  CHECK(python_expr("-1.5e3") == "-1.5e3");
  CHECK(python_expr("0x1F") == "0x1F");
  CHECK(python_expr("True, None, ...") == "true, null, Ellipsis");
}

TEST_CASE("python: strings are decoded") {
  CHECK(python_expr(R"('a"b')") == R"("a\"b")");
  CHECK(python_expr(R"('tab\t nl\n q\' u\u00e9 U\U0001F600 x\x41 o\101')") ==
        "\"tab\\t nl\\n q' u\u00e9 U\U0001F600 xA oA\"");
  CHECK(python_expr(R"(r'a\d')") == R"("a\\d")");
  CHECK(python_expr(R"('a\d\N{BULLET}')") == R"("a\\d\\N{BULLET}")");
  CHECK(python_expr("b'ab' 'cd' \"ef\"") == "\"abcdef\"");
  CHECK(python_expr("'''a\nb'''") == "\"a\\nb\"");
  CHECK(python_expr("'a\\\nb'") == "\"ab\"");
  CHECK(python_expr("'{not}'") == "\"{not}\"");
  CHECK(python_expr("''") == "\"\"");
  CHECK(python_expr(R"('\ud800')") == "\"\xef\xbf\xbd\"");
}

TEST_CASE("python: f-strings are text") {
  CHECK(python_expr("f'a{b}c'") == "`a${b}c`");
  CHECK(python_expr("f'{a}{b!r}{c:>{w}}{d=}'") == "`${a}${b}${c}d=${d}`");
  CHECK(python_expr("f'{{{a}}}'") == "`{${a}}`");
  CHECK(python_expr("f'plain {{}}'") == "\"plain {}\"");
  CHECK(python_expr("f'/orders/{id}' '/x' f'{y}'") == "`/orders/${id}/x${y}`");
  CHECK(python_expr("rf'\\d{a}'") == "`\\\\d${a}`");
  CHECK(python_expr("f'{a, b}'") == "`${(a, b)}`");
  CHECK(python_expr("'%s/%s' % (a, b)") == "\"%s/%s\" % (a, b)");
  CHECK(python_expr("'{}'.format(a)") == "\"{}\".format(a)");
}

TEST_CASE("python: operators have the names of every language") {
  CHECK(python_expr("not a and b or c") == "((!a) && b) || c");
  CHECK(python_expr("a is None, a is not None") == "a == null, a != null");
  CHECK(python_expr("a in b, a not in b, a not  in b") == "a in b, a !in b, a !in b");
  CHECK(python_expr("a // b, a ** b, a << 1, ~a, -a") == "a / b, a ** b, a << 1, ~a, -a");
  CHECK(python_expr("a if b else c") == "b ? a : c");
  CHECK(python_expr("(a)") == "a");
}

TEST_CASE("python: a chained comparison tests its middle twice and makes it once") {
  CHECK(python_expr("0 < a.b <= c") == "(0 < a.b) && (a.b <= c)");
  CHECK(python_module("x(0 < f() < 9)\n") == "const $1 = f()\nx((0 < $1) && ($1 < 9))\n");
  CHECK(python_expr("a == b") == "a == b");
}

TEST_CASE("python: members, items and slices") {
  CHECK(python_expr("a.b.c") == "a.b.c");
  CHECK(python_expr("a['k'], a[0], a[b, c]") == "a[\"k\"], a[0], a[(b, c)]");
  CHECK(python_expr("a[1:], a[:2], a[::3], a[i:j]") ==
        "a slice (1, null, null), a slice (null, 2, null), a slice (null, null, 3), a slice (i, j, null)");
}

TEST_CASE("python: calls") {
  CHECK(python_expr("f(a, k=1, *b, **c)") == "f(a, k: 1, ...b, ...c)");
  CHECK(python_expr("super().save(), super(A, self).save()") == "super.save(), super.save()");
  CHECK(python_expr("sum(x for x in xs)") == "sum(generator(fn#1 over xs))");
  CHECK(python_function("async def f():\n  await g(1)\n  a = await h\n") == "await g(1)\nlet a = await h\n");
  CHECK(python_function("async def f():\n  return (await g()).first()\n") == "return await g().first()\n");
  const FileFacts facts = python_facts("async def f():\n  await g(h())\n");
  int awaited = 0;
  for (const Expr& e : facts.exprs) awaited += e.kind == ExprKind::call && (e.flags & kAwaited) != 0;
  CHECK(awaited == 1);
}

TEST_CASE("python: type arguments of a construction") {
  CHECK(python_expr("Repo[Order, dict[str, int]](db)") == "Repo<Order, dict<str, int>>(db)");
  CHECK(python_expr("m.Page[m.Order](items=xs)") == "m.Page<m.Order>(items: xs)");
  CHECK(python_expr("HANDLERS[Kind](x), Handlers[kind](x), Handlers['Kind'](x), handlers[Kind](x)") ==
        "HANDLERS[Kind](x), Handlers[kind](x), Handlers[\"Kind\"](x), handlers[Kind](x)");
}

TEST_CASE("python: collections") {
  CHECK(python_expr("[1, *a], (1,), {1, 2}, ()") == "[1, ...a], (1), [1, 2], ()");
  CHECK(python_expr("{'a': 1, k: 2, **m, 'b' 'c': 3, '': 4}") == "{a: 1, [k]: 2, ...m, bc: 3, [\"\"]: 4}");
  CHECK(python_expr("{}") == "{}");
}

TEST_CASE("python: lambdas and comprehensions are functions") {
  CHECK(python_all("f = lambda a, *b, c=1: a + c\n") ==
        "fn#0 module\n  const f = fn#1\nfn#1 lambda(a, ...b, keyword c = 1)\n  return a + c\n");
  CHECK(python_all("f([g(x, y) for x in xs if x if x.ok for y in x.ys])\n") ==
        "fn#0 module\n  f(list(fn#1 over xs))\n"
        "fn#1 lambda(x)\n  if x\n    if x.ok\n      return list(fn#2 over x.ys)\n"
        "fn#2 lambda(y) in fn#1\n  return g(x, y)\n");
  CHECK(python_all("f({k: v for k, v in m})\n") ==
        "fn#0 module\n  f(map(fn#1 over m))\n"
        "fn#1 lambda($1)\n  let k = $1[0]\n  let v = $1[1]\n  return (k, v)\n");
  CHECK(python_expr("{x for x in xs}") == "set(fn#1 over xs)");
}

TEST_CASE("python: a walrus is a set before its use") {
  CHECK(python_module("f(y := g(), y)\n") == "let y = g()\nf(y, y)\n");
  CHECK(python_all("f([m for x in xs if (m := g(x))])\n").find("  m = g(x)\n  if m\n") != std::string::npos);
}

TEST_CASE("python: yields make generators") {
  CHECK(python_all("def f():\n  x = yield a\n  yield from b\n  yield\n") ==
        "fn#0 module\n  const f = fn#1 f\n"
        "fn#1 function f() [generator]\n  let x = yield a\n  yield* b\n  yield\n");
  CHECK(python_all("def f():\n  def g(): yield 1\n").find("f() [generator]") == std::string::npos);
}
