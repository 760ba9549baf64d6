#include "catch.hpp"
#include "unit/go_support.hpp"

using namespace idem;
using namespace idem::test;

TEST_CASE("Go strings are decoded and runes are numbers") {
  CHECK(statements(R"(x := "a\tb\u00e9\101\x41\\")") ==
        "let x = \"a\\tb\xc3\xa9"
        "AA\\\\\"\n");
  CHECK(statements("x := `raw\\n`") == "let x = \"raw\\\\n\"\n");
  CHECK(statements("x := 'a'") == "let x = 97\n");
  CHECK(statements("x := '\\n'") == "let x = 10\n");
  CHECK(statements("x := '\xe2\x82\xac'") == "let x = 8364\n");
  CHECK(statements("x := 1_000") == "let x = 1000\n");
}

TEST_CASE("bytes that are no UTF-8 do not get into names") {
  const FileFacts facts = lower_go("package p\nvar x = \"a\\xff\\xc3\"\nvar y = `\xff`\n");
  bool found = false;
  for (const std::string& name : facts.names) {
    found = found || name == "a\xef\xbf\xbd\xef\xbf\xbd";
    CHECK(name.find('\xff') == std::string::npos);
  }
  CHECK(found);
}

TEST_CASE("Go operators, parentheses and pointers") {
  CHECK(statements("x := !ok && (b || c)") == "let x = (!ok) && (b || c)\n");
  CHECK(statements("x := *p") == "let x = p\n");
  CHECK(statements("x := &p") == "let x = &p\n");
  CHECK(statements("x := ^b") == "let x = ~b\n");
  CHECK(statements("x := b &^ c") == "let x = b & (~c)\n");
  CHECK(statements("x := \"/v1\" + y + \"/z\"") == "let x = (\"/v1\" + y) + \"/z\"\n");
  CHECK(statements("x := <-ch") == "let x = receive ch\n");
  CHECK(statements("x := s[1:n]") == "let x = s slice [1, n]\n");
  CHECK(statements("x := s[:]") == "let x = slice s\n");
  CHECK(statements("x := T.Method") == "let x = T.Method\n");
  CHECK(statements("x := (*T).Method") == "let x = T.Method\n");
}

TEST_CASE("a type assertion keeps the type it asserts") {
  const FileFacts facts = lower_go("package p\nvar x = y.(*pkg.T)\n");
  bool found = false;
  for (const Expr& expr : facts.exprs) {
    if (expr.kind != ExprKind::op || facts.name(expr.name) != "cast") continue;
    found = true;
    REQUIRE(expr.types.count == 1);
    const TypeRef& type = facts.type_refs[facts.type_lists[expr.types.first]];
    CHECK(facts.name(type.name) == "pkg.T");
    CHECK(type.nullable);
  }
  CHECK(found);
}

TEST_CASE("calls by name: make, append, conversions; new constructs") {
  CHECK(statements("x := make(map[string]int, 4)") == "let x = {}\n");
  CHECK(statements("x = append(x, y...)") == "x = append(x, ...y)\n");
  CHECK(statements("x := []byte(s)") == "let x = []byte(s)\n");
  CHECK(statements("x := string(s)") == "let x = string(s)\n");
  CHECK(statements("x := new(pkg.T)") == "let x = new pkg.T()\n");
}

TEST_CASE("f[x](y) is a generic call or an index by what the names stand for") {
  CHECK(statements("F[User](x)") == "F<User>(x)\n");
  CHECK(statements("F[User](x, y)") == "F<User>(x, y)\n");
  CHECK(statements("pkg.F[pkg.T](x)") == "pkg.F<pkg.T>(x)\n");
  CHECK(statements("F[int, string](x)") == "F<int, string>(x)\n");
  CHECK(statements("F[[]int](x)") == "F<int[]>(x)\n");
  CHECK(statements("pkg.F[pkg.T](x, y)") == "pkg.F<pkg.T>(x, y)\n");
  CHECK(statements("F[0](x, y)") == "F[0](x, y)\n");
  CHECK(statements("table[a](x)") == "table[a](x)\n");
  CHECK(statements("table[a](x, y)") == "table[a](x, y)\n");
  CHECK(statements("table[Name](x)", "var table = map[string]func(){}") == "table[Name](x)\n");
  CHECK(statements("s := 1; s.table[Name](x)") == "let s = 1\ns.table[Name](x)\n");
}

TEST_CASE("composite literals") {
  SECTION("structs construct, by field or position") {
    CHECK(statements("x := &pkg.User{Name: \"n\", Age: 3}") == "let x = new pkg.User(Name: \"n\", Age: 3)\n");
    CHECK(statements("x := User{\"n\", 3}") == "let x = new User(\"n\", 3)\n");
    CHECK(statements("x := Pair[int]{First: 1}") == "let x = new Pair<int>(First: 1)\n");
  }
  SECTION("lists and maps pass their element type on") {
    CHECK(statements("x := []User{{Name: \"n\"}, {\"m\"}}") == "let x = [new User(Name: \"n\"), new User(\"m\")]\n");
    CHECK(statements("x := []*User{{Name: \"n\"}}") == "let x = [new User(Name: \"n\")]\n");
    CHECK(statements("x := map[string]User{\"k\": {\"m\"}, k: {}}") ==
          "let x = {k: new User(\"m\"), [k]: new User()}\n");
    CHECK(statements("x := [][]int{{1}, {2}}") == "let x = [[1], [2]]\n");
    CHECK(statements("x := [...]string{2: \"c\"}") == "let x = [\"c\"]\n");
  }
  SECTION("named lists and maps of this file are what they stand for") {
    CHECK(statements("x := Routes{{\"n\"}}", "type Route struct { Name string }\ntype Routes []Route") ==
          "let x = [new Route(\"n\")]\n");
    CHECK(statements("x := ByName{\"k\": {\"n\"}}", "type ByName map[string]Route") ==
          "let x = {k: new Route(\"n\")}\n");
  }
  SECTION("string keys make a map of a type declared elsewhere") {
    CHECK(statements("x := gin.H{\"error\": err}") == "let x = {error: err}\n");
  }
  SECTION("an anonymous struct is declared once") {
    const FileFacts facts = lower_go("package p\nvar x = []struct{ A int }{{1}, {2}, {A: 3}}\n");
    CHECK(facts.types.size() == 1);
  }
}

TEST_CASE("a function literal is a lambda inside its function") {
  const std::string printed =
      print_facts(lower_go("package p\nfunc f() {\n g(func(r chi.Router) { r.Get(\"/\", h) })\n}\n"), false);
  CHECK(below(printed, "fn#1 function f") == "g(fn#2)\n");
  CHECK(below(printed, "fn#2 lambda(r: chi.Router) in fn#1") == "r.Get(\"/\", h)\n");
}
