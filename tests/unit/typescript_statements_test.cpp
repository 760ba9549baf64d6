#include "catch.hpp"
#include "typescript_facts.hpp"

using namespace idem;
using namespace typescript_test;

TEST_CASE("TypeScript: functions and classes come first in their block") {
  CHECK(events_of("f(); function f() {} class C {} enum E { A }") ==
        "const f = fn#1 f\nconst C = type#0 C\nconst E = type#1 E\nf()\n");
  CHECK(events_of("if (x) { g(); function g() {} }") == "if x\n  const g = fn#1 g\n  g()\n");
}

TEST_CASE("TypeScript: declarations say whether the name may change and its type") {
  CHECK(events_of("const a: A = f(); let b = 1; var c; let d: D;") ==
        "const a: A = f()\nlet b = 1\nlet c = null\nlet d: D = null\n");
}

TEST_CASE("TypeScript: destructuring is a set for each part") {
  CHECK(events_of("const { a, b: { c = d } = {}, 'x-y': e, [k]: f, ...rest } = g();") ==
        "const $1 = g()\nconst a = $1.a\nconst $2 = $1.b ?? {}\nconst c = $2.c ?? d\nconst e = $1[\"x-y\"]\n"
        "const f = $1[k]\nconst rest = $1\n");
  CHECK(events_of("let [a, , b = 1, ...c]: T = g();") ==
        "const $1: T = g()\nlet a = $1[0]\nlet b = $1[2] ?? 1\nlet c = $1 slice 3\n");
  CHECK(events_of("const { a } = req;") == "const a = req.a\n");
  CHECK(events_of("[a, b] = [b, a]; ({ a, b: x.y } = a);") ==
        "const $1 = [b, a]\na = $1[0]\nb = $1[1]\nconst $2 = a\na = $2.a\nx.y = $2.b\n");
  CHECK(events_of("for (const { id, n: [m] } of xs) use(id, m);") ==
        "for $1 in xs\n  const id = $1.id\n  const $2 = $1.n\n  const m = $2[0]\n  use(id, m)\n");
  CHECK(events_of("try { f() } catch ({ code }) { g(code) }") ==
        "try\n  f()\ncatch as $1\n  let code = $1.code\n  g(code)\n");
}

TEST_CASE("TypeScript: assignments inside expressions happen before") {
  CHECK(events_of("f(x = 1, y++);") == "x = 1\ny += 1\nf(1, y)\n");
  CHECK(events_of("a = b = c;") == "b = c\na = c\n");
  CHECK(events_of("a.b ?\?= c(); n -= 2; m **= 3; --k;") == "a.b ?\?= c()\nn -= 2\nm **= 3\nk -= 1\n");
  CHECK(events_of("a, b(), c();") == "b()\nc()\n");
}

TEST_CASE("TypeScript: assignments behind a condition stay behind it") {
  CHECK(events_of("a() && (b = 1);") == "let $1 = a()\nif $1\n  b = 1\n  $1 = 1\n");
  CHECK(events_of("a || (b = f());") == "let $1 = a\nif !$1\n  b = f()\n  $1 = b\n");
  CHECK(events_of("g(a ?? (b = f()));") == "let $1 = a\nif $1 == null\n  b = f()\n  $1 = b\ng($1)\n");
  CHECK(events_of("const x = c ? (a = 1) : 2;") == "if c\n  a = 1\n  $1 = 1\nelse\n  $1 = 2\nconst x = $1\n");
  CHECK(events_of("const x = c ? 2 : n++;") == "if c\n  $1 = 2\nelse\n  n += 1\n  $1 = n\nconst x = $1\n");
}

TEST_CASE("TypeScript: branches and leaves") {
  CHECK(events_of("if (a) b(); else if (c) { d() } else e();") == "if a\n  b()\nelse if c\n  d()\nelse\n  e()\n");
  CHECK(printed("function f() { if (!x) return; if (y) throw new E('m'); return g() }") ==
        "fn#0 module\n  const f = fn#1 f\nfn#1 function f()\n  if !x\n    return\n  if y\n    throw new E(\"m\")\n"
        "  return g()\n");
  CHECK(events_of("process.exit(1); f();") == "process.exit(1)\nabort\nf()\n");
}

TEST_CASE("TypeScript: loops") {
  CHECK(events_of("for (const x of await f()) g(x);") == "for x in await f()\n  g(x)\n");
  CHECK(events_of("for (const k in o) g(k);") == "for k, _ in o\n  g(k)\n");
  CHECK(events_of("for (let i = 0, n = f(); i < n; i++) g(i);") ==
        "let i = 0\nlet n = f()\ncount i < n\n  g(i)\n  i += 1\n");
  CHECK(events_of("for (;;) { if (a) break; continue }") == "forever\n  if a\n    break\n  continue\n");
  CHECK(events_of("while (true) f();") == "forever\n  f()\n");
  CHECK(events_of("while (a < b) f();") == "while a < b\n  f()\n");
  CHECK(events_of("while ((m = re.exec(s)) !== null) f(m);") ==
        "forever\n  m = re.exec(s)\n  if m != null\n  else\n    break\n  f(m)\n");
  CHECK(events_of("do { f() } while (a);") == "forever\n  f()\n  if a\n  else\n    break\n");
}

TEST_CASE("TypeScript: a switch is a chain of branches") {
  CHECK(events_of("switch (a.b) { case 'x': case 'y': f(); break; case 'z': { g(); break } default: h() }") ==
        "const $1 = a.b\nif ($1 == \"x\") || ($1 == \"y\")\n  f()\nelse if $1 == \"z\"\n  g()\nelse\n  h()\n");
  CHECK(events_of("switch (true) { case a > 1: f(); break; default: g() }") == "if a > 1\n  f()\nelse\n  g()\n");
  // The default may stand anywhere, and share its statements with labels.
  CHECK(events_of("switch (a) { default: f(); break; case 1: g() }") ==
        "const $1 = a\nif $1 == 1\n  g()\nelse\n  f()\n");
  CHECK(events_of("switch (a) { case 1: g(); break; case 2: default: f() }") ==
        "const $1 = a\nif $1 == 1\n  g()\nelse\n  f()\n");
  CHECK(events_of("switch (a) {}") == "const $1 = a\n");
}

TEST_CASE("TypeScript: a switch whose arms break in their middle runs in a loop of one turn") {
  CHECK(events_of("switch (a) { case 1: if (b) break; f(); break; case 2: g() }") ==
        "const $1 = a\nonce\n  if $1 == 1\n    if b\n      break\n    f()\n  else if $1 == 2\n    g()\n");
  // The break belongs to the loop, not to the switch.
  CHECK(events_of("switch (a) { case 1: for (;;) break; break; case 2: g() }") ==
        "const $1 = a\nif $1 == 1\n  forever\n    break\nelse if $1 == 2\n  g()\n");
}

TEST_CASE("TypeScript: arms that run into the next are kept") {
  CHECK(events_of("switch (a) { case 1: f(); case 2: g(); break; case 3: h(); default: i() }") ==
        "const $1 = a\nonce\n  if $1 == 1\n    f()\n  if ($1 == 1) || ($1 == 2)\n    g()\n    break\n"
        "  if $1 == 3\n    h()\n  i()\n");
  CHECK(events_of("switch (a) { default: f(); case 1: g() }") ==
        "const $1 = a\nonce\n  if !($1 == 1)\n    f()\n  if (!($1 == 1)) || ($1 == 1)\n    g()\n");
}

TEST_CASE("TypeScript: try, labels and blocks") {
  CHECK(events_of("try { f() } catch (e) { g(e) } finally { h() }") ==
        "try\n  f()\ncatch as e\n  g(e)\nfinally\n  h()\n");
  CHECK(events_of("try { f() } catch { g() }") == "try\n  f()\ncatch\n  g()\n");
  const FileFacts facts = lowered("outer: for (const x of xs) { for (;;) { continue outer } }");
  bool labelled = false;
  for (const Event& event : facts.events)
    if (event.kind == EventKind::leave) labelled = facts.name(event.key) == "outer";
  CHECK(labelled);
  CHECK(facts.name(facts.events.back().key) == "outer");
}
