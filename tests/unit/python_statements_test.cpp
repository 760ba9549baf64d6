#include "catch.hpp"
#include "python_text.hpp"

TEST_CASE("python: assignments say how they bind") {
  CHECK(python_module("LIMIT = 3\ncount = 0\ncount = 1\n") == "const LIMIT = 3\nlet count = 0\nlet count = 1\n");
  CHECK(python_module("total = 0\ntotal += 2\n") == "let total = 0\ntotal += 2\n");
  CHECK(python_module("x = 1\nfor x in y: pass\n").starts_with("let x = 1\n"));
  CHECK(python_module("for y in z:\n  last = y\n") == "for y in z\n  let last = y\n");
  CHECK(python_module("try:\n  import a as b\nexcept ImportError:\n  b = None\n").find("let b = null") !=
        std::string::npos);
  CHECK(python_function("def f():\n  a = 1\n  a = 2\n") == "let a = 1\nlet a = 2\n");
  CHECK(python_function("def f():\n  global a\n  a = 2\n") == "a = 2\n");
  CHECK(python_function("def f():\n  nonlocal a, b\n  b = 2\n") == "b = 2\n");
  CHECK(python_module("n = 0\ndef f():\n  global n\n  n = 2\n").starts_with("let n = 0\n"));
  CHECK(python_module("a.b = 1\na['k'] = 2\n") == "a.b = 1\na[\"k\"] = 2\n");
  CHECK(python_module("a: int = 1\nb: str\n") == "const a: int = 1\nlet b: str\n");
}

TEST_CASE("python: several targets share one value") {
  CHECK(python_module("a = b = f()\n") == "const a = f()\nconst b = a\n");
  CHECK(python_module("o.a = b = f()\n") == "const b = f()\no.a = b\n");
  CHECK(python_module("o.a = o.b = f()\n") == "const $1 = f()\no.a = $1\no.b = $1\n");
  CHECK(python_module("o.a = o.b = 1\n") == "o.a = 1\no.b = 1\n");
}

TEST_CASE("python: tuples come apart through a temporary") {
  CHECK(python_module("a, b = f()\n") == "const $1 = f()\nconst a = $1[0]\nconst b = $1[1]\n");
  CHECK(python_module("(a, [b, o.c]) = v\n") ==
        "const $1 = v\nconst a = $1[0]\nconst $2 = $1[1]\nconst b = $2[0]\no.c = $2[1]\n");
  CHECK(python_module("a, *b, c = v\n") ==
        "const $1 = v\nconst a = $1[0]\nconst b = $1 slice (1, -1, null)\nconst c = $1[-1]\n");
}

TEST_CASE("python: augmented assignments keep their operator") {
  CHECK(python_module("o.n += 1\n") == "o.n += 1\n");
  CHECK(python_module("n //= 2\n") == "n /= 2\n");
  CHECK(python_module("urls += [a]\n") == "urls += [a]\n");
}

TEST_CASE("python: branches chain") {
  CHECK(python_module("if a: x()\nelif b: y()\nelse: z()\n") == "if a\n  x()\nelse if b\n  y()\nelse\n  z()\n");
  CHECK(python_module("if a:\n  pass\n") == "if a\n");
  CHECK(python_module("if (m := f()) and m.ok: g(m)\nelif (n := h()): g(n)\n") ==
        "let m = f()\nif m && m.ok\n  g(m)\nelse\n  let n = h()\n  if n\n    g(n)\n");
}

TEST_CASE("python: loops") {
  CHECK(python_module("for x in xs: f(x)\n") == "for x in xs\n  f(x)\n");
  CHECK(python_module("for a, b in xs: f(a)\n") == "for $1 in xs\n  let a = $1[0]\n  let b = $1[1]\n  f(a)\n");
  CHECK(python_module("for i, x in enumerate(xs): f(x)\n") == "for i, x in xs\n  f(x)\n");
  CHECK(python_module("for k, v in d.items(): f(v)\n") == "for k, v in d\n  f(v)\n");
  CHECK(python_module("for i, (a, b) in enumerate(xs): f(a)\n") ==
        "for i, $1 in xs\n  let a = $1[0]\n  let b = $1[1]\n  f(a)\n");
  CHECK(python_module("while x < 3: f()\n") == "while x < 3\n  f()\n");
  CHECK(python_module("while True:\n  if a: break\n  continue\n") == "forever\n  if a\n    break\n  continue\n");
  CHECK(python_module("while (c := read()): f(c)\n") == "forever\n  let c = read()\n  if !c\n    break\n  f(c)\n");
  CHECK(python_function("async def f():\n  async for x in xs: g(x)\n") == "for x in xs\n  g(x)\n");
}

TEST_CASE("python: the else of a loop runs when nothing broke it") {
  CHECK(python_module("for x in xs: f()\nelse: g()\n") == "for x in xs\n  f()\ng()\n");
  CHECK(python_module("for x in xs:\n  if x: break\nelse: g()\n") ==
        "let $1 = true\nfor x in xs\n  if x\n    $1 = false\n    break\nif $1\n  g()\n");
  // A break of an inner loop is no break of the outer, but one in the inner loop's else is.
  CHECK(python_module("while a:\n  for x in xs: break\nelse: g()\n") == "while a\n  for x in xs\n    break\ng()\n");
  CHECK(python_module("while a:\n  for x in xs: pass\n  else: break\nelse: g()\n") ==
        "let $1 = true\nwhile a\n  for x in xs\n  $1 = false\n  break\nif $1\n  g()\n");
}

TEST_CASE("python: tries") {
  CHECK(python_module("try: f()\nexcept A as e: g(e)\nexcept (B, m.C): h()\nexcept: i()\nelse: j()\nfinally: k()\n") ==
        "try\n  f()\n  j()\ncatch A as e\n  g(e)\ncatch B, m.C\n  h()\ncatch\n  i()\nfinally\n  k()\n");
  CHECK(python_module("try: f()\nexcept* A as e: g(e)\n") == "try\n  f()\ncatch A as e\n  g(e)\n");
  CHECK(python_module("try: f()\nexcept (A) as e: raise B(1) from e\n") == "try\n  f()\ncatch A as e\n  throw B(1)\n");
  CHECK(python_module("try: f()\nexcept A: raise\n") == "try\n  f()\ncatch A\n  throw\n");
}

TEST_CASE("python: with statements nest their items") {
  CHECK(python_module("with a() as x, b(): f()\n") == "with a() as x\n  with b()\n    f()\n");
  CHECK(python_module("with (a() as x, b() as y): f()\n") == "with a() as x\n  with b() as y\n    f()\n");
  CHECK(python_module("with (a()): f()\n") == "with a()\n  f()\n");
  CHECK(python_module("with a() as (x, y): f()\n") == "with a() as $1\n  let x = $1[0]\n  let y = $1[1]\n  f()\n");
  CHECK(python_module("with a() as o.x: f()\n") == "with a() as o.x\n  f()\n");
  CHECK(python_function("async def f():\n  async with s.begin() as tx: g(tx)\n") == "with s.begin() as tx\n  g(tx)\n");
}

TEST_CASE("python: the small statements") {
  CHECK(python_function("def f():\n  return\n") == "return\n");
  CHECK(python_function("def f():\n  return a, b\n") == "return (a, b)\n");
  CHECK(python_module("raise E\n") == "throw E\n");
  CHECK(python_module("assert a, 'b'\n") == "if !a\n  throw AssertionError(\"b\")\n");
  CHECK(python_module("del a, d['k']\n") == "delete a\ndelete d[\"k\"]\n");
  CHECK(python_module("print 'x', y\n") == "print(\"x\", y)\n");
  CHECK(python_module("'''doc'''\n...\npass\n") == "");
  CHECK(python_function("def f():\n  '''doc'''\n  f'{g()}'\n") == "`${g()}`\n");
  CHECK(python_module("a(); b()\n") == "a()\nb()\n");
}

TEST_CASE("python: cases are chained branches") {
  CHECK(python_module("match f():\n  case 1: a()\n  case _: b()\n") ==
        "const $1 = f()\nif $1 == 1\n  a()\nelse\n  b()\n");
  CHECK(python_module("match c:\n  case 'x' | 'y': a()\n  case Color.RED: b()\n  case None: d()\n  case -1: e()\n") ==
        "if (c == \"x\") || (c == \"y\")\n  a()\nelse if c == Color.RED\n  b()\nelse if c == null\n  d()\n"
        "else if c == -1\n  e()\n");
  CHECK(python_module("match c:\n  case {'type': 'paid', 'id': n, **rest}: a(n)\n") ==
        "if ((\"type\" in c) && (c[\"type\"] == \"paid\")) && (\"id\" in c)\n"
        "  let n = c[\"id\"]\n  let rest = c\n  a(n)\n");
  CHECK(
      python_module("match c:\n  case Paid(id=n, kind='x') as p: a(p)\n  case str(s): b(s)\n  case Pair(x): d(x)\n") ==
      "if (c instanceof Paid) && (c.kind == \"x\")\n  let n = c.id\n  let p = c\n  a(p)\n"
      "else if c instanceof str\n  let s = c\n  b(s)\n"
      "else if c instanceof Pair\n  let x = unknown<positional class pattern>()\n  d(x)\n");
  CHECK(python_module("match c:\n  case [a, 1, *rest, z]: f()\n") ==
        "if (len(c) >= 3) && (c[1] == 1)\n"
        "  let a = c[0]\n  let rest = c slice (2, -1, null)\n  let z = c[-1]\n  f()\n");
}

TEST_CASE("python: captures of a guarded case are set before it is tested") {
  CHECK(python_module("match c:\n  case x if x > 3: a(x)\n  case other: b(other)\n") ==
        "let x = c\nif x > 3\n  a(x)\nelse\n  let other = c\n  b(other)\n");
  CHECK(python_module("match a, b:\n  case 1, x: f(x)\n") ==
        "const $1 = (a, b)\nif (len($1) == 2) && ($1[0] == 1)\n  let x = $1[1]\n  f(x)\n");
}
