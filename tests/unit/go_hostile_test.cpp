// Text that no compiler would take: lowering ends, says what it left out and keeps the rest.
#include "catch.hpp"
#include "unit/go_support.hpp"

#include <chrono>

using namespace idem;
using namespace idem::test;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

constexpr std::string_view kSample = R"(package p
import ("fmt"; chi "github.com/go-chi/chi/v5")
const ( A = iota; B )
type S struct { *Base; f func(a int, b ...string) (int, error) `x:"y"` }
type I[T any] interface { Get(k T) (v T, err error); ~int | ~string }
var m, n = map[string][]S{"a": {{f: nil}}, k: {}}, [...]int{1: 2}
func (s *S) Do(ctx context.Context, _ int) (n int, err error) {
	defer func() { if r := recover(); r != nil { err = fmt.Errorf("x %v", r) } }()
outer:
	for i, v := range s.items[1:2] {
		switch t := v.(type) { case nil: continue outer; case *S, int: t.f(); default: break }
		select { case x, ok := <-ch: use(x, ok); case ch <- 1: default: goto end }
		switch { case i > 1: fallthrough; case a, b := 1: return }
	}
	a, b := F[int](x), *p
	go s.run(&a, func() { a, b = b, a })
end:
	return x.(*T).y[0](), nil
}
)";

// Every index of the facts leads somewhere.
void check_indices(const FileFacts& facts) {
  const auto expr_ok = [&](ExprId id) { return id == kNone || id < facts.exprs.size(); };
  const auto block_ok = [&](BlockId id) { return id == kNone || id < facts.blocks.size(); };
  bool ok = true;
  for (const Expr& expr : facts.exprs)
    ok = ok && expr_ok(expr.a) && expr_ok(expr.b) && expr_ok(expr.c) && expr.name < facts.names.size();
  for (const Arg& arg : facts.args) ok = ok && arg.value < facts.exprs.size() && expr_ok(arg.key);
  for (const Event& event : facts.events)
    ok = ok && expr_ok(event.expr) && expr_ok(event.place) && block_ok(event.body) && block_ok(event.other);
  for (const Index type : facts.type_lists) ok = ok && type < facts.type_refs.size();
  for (const Fn& fn : facts.fns) ok = ok && block_ok(fn.body) && (fn.owner == kNone || fn.owner < facts.types.size());
  CHECK(ok);
}

}  // namespace

TEST_CASE("a Go file cut off anywhere is lowered as far as it goes") {
  for (std::size_t end = 0; end <= kSample.size(); ++end) {
    const FileFacts facts = lower_go(kSample.substr(0, end));
    check_indices(facts);
    CHECK_FALSE(print_facts(facts, true).empty());
  }
}

TEST_CASE("a Go file with a part missing or a strange byte is lowered around it") {
  for (std::size_t at = 0; at < kSample.size(); at += 7) {
    std::string gone(kSample);
    gone.erase(at, 7);
    check_indices(lower_go(gone));
    for (const char strange : {'\0', '{', ')', '"', '`', '\xff', '\n'}) {
      std::string changed(kSample);
      changed[at] = strange;
      check_indices(lower_go(changed));
    }
  }
}

TEST_CASE("syntax errors are cuts and the rest goes on") {
  const FileFacts facts = lower_go("package p\nfunc a() { x := ) }\nfunc b() { y() }\n");
  CHECK(facts.has_errors);
  CHECK(has_cut(facts, "syntax error"));
  CHECK(print_facts(facts, false).find("y()") != std::string::npos);
}

TEST_CASE("deep nesting in Go ends in a cut and not in a crash") {
  const int kDeep = 4000;
  const std::string cases[] = {
      "package p\nvar x = " + repeated("(", kDeep) + "1" + repeated(")", kDeep),
      "package p\nvar x = " + repeated("-", kDeep) + "1",
      "package p\nvar x = " + repeated("a(", kDeep) + repeated(")", kDeep),
      "package p\nvar x = a" + repeated(".b()", kDeep),
      "package p\nvar x = a" + repeated("[0]", kDeep),
      "package p\nvar x = 1" + repeated(" + 1", kDeep),
      "package p\nvar x " + repeated("[]", kDeep) + "int",
      "package p\nvar x " + repeated("map[string]", kDeep) + "int",
      "package p\nvar x " + repeated("struct{ a ", kDeep) + "int" + repeated("}", kDeep),
      "package p\nvar x " + repeated("func(a ", kDeep) + "int" + repeated(")", kDeep),
      "package p\nvar x = T" + repeated("{a: {", kDeep) + repeated("}}", kDeep),
      "package p\nvar x = []int" + repeated("{{", kDeep) + repeated("}}", kDeep),
      "package p\nfunc f() " + repeated("{ if a ", kDeep) + "{" + repeated("}", kDeep),
      "package p\nfunc f() { if a {}" + repeated(" else if a {}", kDeep) + "}",
      "package p\nfunc f() " + repeated("{ for ", kDeep) + "{" + repeated("}", kDeep),
      "package p\nfunc f() " + repeated("{ func() ", kDeep) + "{" + repeated("}()", kDeep),
      "package p\nfunc f() {" + repeated("switch a { case 1: ", kDeep) + repeated("}", kDeep) + "}",
      "package p\nfunc f() {" + repeated("l: ", kDeep) + "}",
  };
  for (const std::string& text : cases) {
    const FileFacts facts = lower_go(text);
    check_indices(facts);
    CHECK_FALSE(print_facts(facts, false).empty());
  }
}

TEST_CASE("wide Go text costs time by its length only") {
  const int kWide = 8000;
  const std::string cases[] = {
      "package p\nconst (\n A = iota\n" + repeated(" B\n", kWide) + ")",
      "package p\nfunc f() { switch a {" + repeated("case 1: f(); fallthrough\n", kWide) + "} }",
      "package p\nfunc f() { switch a {" + repeated("case 1: break\n", kWide) + "} }",
      "package p\nfunc f() { switch a {" + repeated("case 1: fallthrough\n", kWide) + "case 2: f() } }",
      "package p\nfunc f() { switch a { case " + repeated("1, ", kWide) + "2: f() } }",
      "package p\nfunc f() { for {" + repeated("for x := range y { g(x) }\n", kWide) + "} }",
      "package p\nvar x = []struct{ a, b, c int }{" + repeated("{1, 2, 3},\n", kWide) + "}",
      "package p\nvar x = f(" + repeated("a, ", kWide) + ")",
      "package p\nfunc f() { " + repeated("a, ", kWide) + "b = " + repeated("b, ", kWide) + "a }",
      "package p\n" + repeated("var a = 1\n", kWide),
      "package p\n" + repeated("import \"a/b-c\"\n", kWide),
      std::string(static_cast<std::size_t>(kWide), '\0'),
      repeated("}", kWide),
      repeated("\xc3\x28`\"", kWide),
  };
  for (const std::string& text : cases) {
    const auto start = std::chrono::steady_clock::now();
    const FileFacts facts = lower_go(text);
    check_indices(facts);
    CHECK_FALSE(print_facts(facts, false).empty());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    CHECK(took.count() < 20);  // each takes well under a second; quadratic work takes minutes
  }
}

TEST_CASE("nested fallthrough does not multiply what is printed") {
  std::string code = "f()";
  for (int level = 0; level < 12; ++level)
    code = "switch a {" + repeated("case 1: g(); fallthrough\n", 6) + "case 2: " + code + " }";
  const FileFacts facts = lower_go("package p\nfunc f() {" + code + "}");
  check_indices(facts);
  CHECK(has_cut(facts, "long fallthrough"));
  CHECK(print_facts(facts, false).size() < 1000000);
}
