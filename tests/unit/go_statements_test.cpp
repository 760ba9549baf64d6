#include "catch.hpp"
#include "unit/go_support.hpp"

#include <algorithm>

using namespace idem;
using namespace idem::test;

TEST_CASE("several results go through a made-up name") {
  CHECK(statements("x, err := f()") == "let $1 = f()\nlet x = $1[0]\nlet err = $1[1]\n");
  CHECK(statements("_, err := f()") == "let $1 = f()\nlet err = $1[1]\n");
  CHECK(statements("_, _ = f()") == "f()\n");
  CHECK(statements("_ = f()") == "f()\n");
  CHECK(statements("var x, y = f()") == "let $1 = f()\nlet x = $1[0]\nlet y = $1[1]\n");
}

TEST_CASE("the comma-ok forms") {
  CHECK(statements("v, ok := m[k]") == "let $1 = m[k]\nlet v = $1\nlet ok = ok $1\n");
  CHECK(statements("v, ok := x.(T)") == "let $1 = cast x\nlet v = $1\nlet ok = ok $1\n");
  CHECK(statements("_, ok = <-ch") == "let $1 = receive ch\nok = ok $1\n");
}

TEST_CASE("parallel assignment reads before it writes") {
  CHECK(statements("x, y = y, x") == "let $1 = y\nlet $2 = x\nx = $1\ny = $2\n");
  CHECK(statements("s[i], s[j] = s[j], s[i]") == "let $1 = s[j]\nlet $2 = s[i]\ns[i] = $1\ns[j] = $2\n");
  CHECK(statements("x, y := 1, g()") == "let x = 1\nlet y = g()\n");
}

TEST_CASE(":= declares new names and assigns those of its scope") {
  CHECK(statements("x, err := f()\ny, err := g()") ==
        "let $1 = f()\nlet x = $1[0]\nlet err = $1[1]\nlet $2 = g()\nlet y = $2[0]\nerr = $2[1]\n");
  CHECK(statements("a, err := f()") == "let $1 = f()\na = $1[0]\nlet err = $1[1]\n");
  CHECK(statements("x := 1\nif b {\n x := 2\n}") == "let x = 1\nif b\n  let x = 2\n");
}

TEST_CASE("operators with assignment, steps and stores through pointers") {
  CHECK(statements("x += 2\nx++\nx--\nx &^= 4") == "x += 2\nx += 1\nx -= 1\nx &= ~4\n");
  CHECK(statements("*p = q") == "p = q\n");
  CHECK(statements("s.a.b = 1") == "s.a.b = 1\n");
}

TEST_CASE("variables start at their zero value") {
  CHECK(statements("var s string\nvar b bool\nvar n int64\nvar e error\nvar l []T\nvar r Request") ==
        "let s: string = \"\"\nlet b: bool = false\nlet n: int64 = 0\nlet e: error = null\nlet l: T[] = null\n"
        "let r: Request = unknown<zero value>()\n");
}

TEST_CASE("if with an initialiser, in a scope of its own when that hides a name") {
  CHECK(statements("if v, ok := m[k]; ok { f(v) } else if b { g() } else { h() }") ==
        "let $1 = m[k]\nlet v = $1\nlet ok = ok $1\nif ok\n  f(v)\nelse if b\n  g()\nelse\n  h()\n");
  CHECK(statements("err := f()\nif err := g(); err != nil { return }") ==
        "let err = f()\nblock\n  let err = g()\n  if err != null\n    return\n");
}

TEST_CASE("loops in all forms") {
  CHECK(statements("for { f() }") == "forever\n  f()\n");
  CHECK(statements("for b { f() }") == "while b\n  f()\n");
  CHECK(statements("for i := 0; i < 3; i++ { f() }") == "let i = 0\ncount i < 3\n  f()\n  i += 1\n");
  CHECK(statements("for i := 0; ; i++ { f() }") == "let i = 0\nforever\n  f()\n  i += 1\n");
  CHECK(statements("for k, v := range x { f() }") == "for k, v in x\n  f()\n");
  CHECK(statements("for _, v := range x { f() }") == "for v in x\n  f()\n");
  CHECK(statements("for i := range 3 { f(i) }") == "let i = 0\ncount i < 3\n  f(i)\n  i += 1\n");
  CHECK(statements("for range 3 { f() }") == "let $1 = 0\ncount $1 < 3\n  f()\n  $1 += 1\n");
  CHECK(statements("for i := range a { f(i) }") == "let i = 0\ncount i < a\n  f(i)\n  i += 1\n");
  CHECK(statements("for o.k, o.v = range x { f() }") == "for $1, o.v in x\n  o.k = $1\n  f()\n");
}

TEST_CASE("the one variable of range is a key, or an item of a channel or iterator") {
  CHECK(statements("for v := range ch { f(v) }") == "for v in ch\n  f(v)\n");
  CHECK(statements("c := make(chan T)\nfor v := range c { f(v) }") ==
        "let c = make<chan<T>>(chan T)\nfor v in c\n  f(v)\n");
  CHECK(statements("for k := range m { f(k) }").find("for k, ") == 0);
  CHECK(statements("for i := range xs { f(xs[i]) }").find("for i, ") == 0);
  CHECK(statements("for d := range deliveries { d.Ack(false) }") == "for d in deliveries\n  d.Ack(false)\n");
}

TEST_CASE("switches become chained branches") {
  CHECK(statements("switch a {\ncase 1, 2:\n f()\ncase 3:\n g()\ndefault:\n h()\n}") ==
        "if (a == 1) || (a == 2)\n  f()\nelse if a == 3\n  g()\nelse\n  h()\n");
  CHECK(statements("switch x := f(); x.Kind {\ncase K:\n g()\n}") ==
        "let x = f()\nlet $1 = x.Kind\nif $1 == K\n  g()\n");
  CHECK(statements("switch {\ncase a > 1:\n f()\ncase b:\n}") == "if a > 1\n  f()\nelse if b\n");
  CHECK(statements("switch a {\ndefault:\n h()\ncase 1:\n f()\n}") == "if a == 1\n  f()\nelse\n  h()\n");
  CHECK(statements("switch f() {\ndefault:\n h()\n}") == "let $1 = f()\nblock\n  h()\n");
}

TEST_CASE("a break in a switch leaves only the switch; continue leaves the loop around") {
  CHECK(statements("switch a {\ncase 1:\n if b { break }\n f()\n}") ==
        "once\n  if a == 1\n    if b\n      break\n    f()\n");
  CHECK(statements("for {\n switch a {\n case 1:\n  continue\n }\n}") == "forever\n  if a == 1\n    continue\n");
  CHECK(statements("switch a {\ncase 1:\n for { break }\n}") == "if a == 1\n  forever\n    break\n");
}

TEST_CASE("fallthrough runs the next body") {
  CHECK(statements("switch a {\ncase 1:\n f()\n fallthrough\ncase 2:\n g()\n}") ==
        "if a == 1\n  f()\n  block\n    g()\nelse if a == 2\n  g()\n");
}

TEST_CASE("a case that only falls through shares the arm of the next") {
  CHECK(statements("switch a {\ncase 1:\n fallthrough\ncase 2:\n fallthrough\ncase 3:\n g()\ndefault:\n h()\n}") ==
        "if ((a == 1) || (a == 2)) || (a == 3)\n  g()\nelse\n  h()\n");
  CHECK(statements("switch a {\ncase 1:\n fallthrough\ndefault:\n h()\n}") ==
        "if a == 1\n  block\n    h()\nelse\n  h()\n");
}

TEST_CASE("a long switch is written flat") {
  std::string code = "switch a {\n";
  for (int i = 0; i < 300; ++i) code += "case " + std::to_string(i) + ":\n f()\n";
  const std::string printed = statements(code + "default:\n g()\n}");
  CHECK(printed.find("once\n  if a == 0\n    block\n      f()\n    break\n  if a == 1\n") == 0);
  CHECK(printed.find("  block\n    g()\n") != std::string::npos);
}

TEST_CASE("type switches test types and bind the name with its type") {
  CHECK(statements(
            "switch t := x.(type) {\ncase nil:\n f()\ncase *User:\n t.Go()\ncase int, string:\n g(t)\ndefault:\n}") ==
        "if x == null\n  let t = x\n  f()\nelse if x instanceof User\n  let t: User? = x\n  t.Go()\n"
        "else if (x instanceof int) || (x instanceof string)\n  let t = x\n  g(t)\nelse\n  let t = x\n");
  CHECK(statements("switch f().(type) {\ncase error:\n g()\n}") == "let $1 = f()\nif $1 instanceof error\n  g()\n");
}

TEST_CASE("select runs one case, unknown which") {
  CHECK(statements("select {\ncase v := <-ch:\n f(v)\ncase <-done:\n return\n}") ==
        "if unknown<select>()\n  let v = receive ch\n  f(v)\nelse\n  receive done\n  return\n");
  CHECK(statements("select {\ncase ch <- 1:\ndefault:\n f()\n}") == "if unknown<select>()\n  ch send 1\nelse\n  f()\n");
  CHECK(statements("select {\ncase v, ok := <-ch:\n f(v)\n}") ==
        "block\n  let $1 = receive ch\n  let v = $1\n  let ok = ok $1\n  f(v)\n");
  CHECK(statements("select {}") == "abort\n");
}

TEST_CASE("go, defer, send") {
  CHECK(statements("go f(x)\ndefer tx.Rollback()\nch <- 1") == "spawn\n  f(x)\ndefer\n  tx.Rollback()\nch send 1\n");
}

TEST_CASE("calls that do not come back") {
  CHECK(statements("panic(x)") == "panic(x)\nthrow\n");
  CHECK(statements("os.Exit(1)") == "os.Exit(1)\nabort\n");
  CHECK(statements("log.Fatalf(x)") == "log.Fatalf(x)\nabort\n");
  CHECK(statements("log.Fatal().Err(err).Msg(x)") == "log.Fatal().Err(err).Msg(x)\nabort\n");
  CHECK(statements("log.Panicln(x)") == "log.Panicln(x)\nthrow\n");
  CHECK(statements("log.Printf(x)") == "log.Printf(x)\n");
}

TEST_CASE("returns: several results are a tuple, a bare one hands back the named results") {
  CHECK(statements("return f(), nil") == "return (f(), null)\n");
  CHECK(statements("return f()") == "return f()\n");
  const std::string printed =
      print_facts(lower_go("package p\nfunc f() (n int, err error) {\n n = 1\n return\n}\n"), false);
  CHECK(below(printed, "fn#1 function f") == "let n: int = 0\nlet err: error = null\nn = 1\nreturn (n, err)\n");
}

TEST_CASE("labels stay on jumps that leave more than the nearest statement") {
  const FileFacts facts = lower_go(
      "package p\nfunc f() {\nouter:\n for {\n  for {\n   break outer\n  }\n  for { continue outer }\n  break outer\n "
      "}\n}\n");
  std::vector<std::string> jumps;
  std::vector<std::string> scopes;
  for (const Event& event : facts.events) {
    if (event.kind == EventKind::leave) jumps.emplace_back(facts.name(event.key));
    if (event.kind == EventKind::scope) scopes.emplace_back(facts.name(event.key));
  }
  std::sort(jumps.begin(), jumps.end());
  CHECK(jumps == std::vector<std::string>{"", "outer", "outer"});
  CHECK(scopes == std::vector<std::string>{"outer"});
}

TEST_CASE("goto is a cut") {
  const FileFacts facts = lower_go("package p\nfunc f() {\n goto end\nend:\n return\n}\n");
  CHECK(has_cut(facts, "goto"));
  CHECK_FALSE(facts.has_errors);
}
