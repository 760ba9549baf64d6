#include "catch.hpp"
#include "python_text.hpp"

#include <chrono>
#include <thread>

using namespace idem;

namespace {

// All indices lead somewhere, every block has one place in the tree, and printing ends: what later stages lean on.
void check_sound(const FileFacts& facts) {
  REQUIRE_FALSE(facts.fns.empty());
  const auto expr_ok = [&](ExprId id) { return id == kNone || id < facts.exprs.size(); };
  for (const Expr& e : facts.exprs)
    REQUIRE((expr_ok(e.a) && expr_ok(e.b) && expr_ok(e.c) && e.args.first + e.args.count <= facts.args.size()));
  for (const Event& e : facts.events)
    REQUIRE((expr_ok(e.expr) && expr_ok(e.place) && (e.body == kNone || e.body < facts.blocks.size()) &&
             (e.other == kNone || e.other < facts.blocks.size())));
  for (const Arg& arg : facts.args) REQUIRE((expr_ok(arg.value) && arg.value != kNone));
  for (const Fn& fn : facts.fns) REQUIRE((fn.body == kNone || fn.body < facts.blocks.size()));
  for (const Cut& cut : facts.cuts) REQUIRE(cut.span.begin <= cut.span.end);
  CHECK(print_facts(facts, true).size() > 0);
}

const std::string kSample = R"py(
import a.b as c
from .x import (y, z)
@router.post("/x", status_code=201)
async def create(self, a: Annotated[int, Q(1)] = 3, *b, **k) -> Optional["Order"]:
    """doc"""
    async with db.begin() as (tx, _):
        for i, (p, q) in enumerate(xs):
            try:
                if (n := await f(f"a{b!r:>{w}}c", *b, **k)) and 0 < g() < 9: raise E from e
                elif not a: x[1:2, ::3] += 1
                else: yield [l for m in n if m for l in m]
            except (A, B) as e: assert e, "m"
            else: del p.q, r
            finally: global s; s = lambda t, *u: {**v, "w": (t,)}
        else: return match
    match cmd:
        case {"a": [1, *r], **s} if r: pass
        case P(x=0) | Q() as t: while_()
        case _: print(t)
class A(B[C], metaclass=D):
    f: int = 1
    class Meta: g = "h" 'i' b"\x00"
)py";

}  // namespace

TEST_CASE("python: a file cut anywhere is still read") {
  REQUIRE_FALSE(python_facts(kSample).has_errors);
  for (std::size_t end = 0; end <= kSample.size(); ++end) check_sound(python_facts(kSample.substr(0, end)));
  for (std::size_t begin = 1; begin < kSample.size(); begin += 7) check_sound(python_facts(kSample.substr(begin)));
}

TEST_CASE("python: single bytes spoilt") {
  for (const char spoilt : {'\0', '(', '"', '\n', ':', '\xff', '{'}) {
    for (std::size_t at = 0; at < kSample.size(); at += 5) {
      std::string text = kSample;
      text[at] = spoilt;
      check_sound(python_facts(text));
    }
  }
}

TEST_CASE("python: an error is a cut, and what stands around it is read") {
  const FileFacts facts = python_facts("def good():\n  pay()\n\ndef bad():\n  x = = 3\n\ndef after():\n  pay()\n");
  CHECK(facts.has_errors);
  CHECK_FALSE(facts.cuts.empty());
  const std::string text = print_facts(facts, false);
  CHECK(text.find("function good()") != std::string::npos);
  CHECK(text.find("function after()") != std::string::npos);
}

TEST_CASE("python: an error that swallows the file leaves its whole statements out of the cut") {
  const FileFacts facts = python_facts("def good():\n  pay()\n\nx = (((\n");
  CHECK(facts.has_errors);
  REQUIRE_FALSE(facts.cuts.empty());
  for (const Cut& cut : facts.cuts) CHECK(facts.line(cut.span.begin) == 4);
}

TEST_CASE("python: cuts are bounded") {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "x = ] 3\n";
  CHECK(python_facts(text).cuts.size() <= 64);
}

TEST_CASE("python: nesting without end neither crashes nor takes long") {
  const auto repeat = [](std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
  };
  std::string ladder;
  for (int i = 0; i < 1'200; ++i) ladder += std::string(static_cast<std::size_t>(i), ' ') + "if a:\n";
  std::string shared = "y";
  for (int i = 0; i < 200; ++i) shared = "(0 < " + shared + " < 1)";
  const std::string inputs[] = {
      repeat("(", 20'000),
      "x = " + repeat("[", 5'000) + repeat("]", 5'000),
      "x = " + repeat("f(", 3'000) + repeat(")", 3'000),
      "x = " + repeat("not ", 20'000) + "a",
      "x = 1" + repeat(" + 1", 20'000),
      "x = a" + repeat(".b()", 20'000),
      "x = a" + repeat(" < b", 20'000),
      "x = a" + repeat(" if b else c", 5'000),
      "x = " + repeat("lambda: ", 3'000) + "1",
      "x = 'a'" + repeat(" 'b'", 20'000),
      "x: " + repeat("list[", 3'000) + "int" + repeat("]", 3'000),
      "x: a" + repeat(" | a", 5'000) + " = 1",
      "if a: b()\n" + repeat("elif a: b()\n", 20'000),
      "match a:\n" + repeat("  case 1: b()\n", 5'000),
      "match a:\n  case [" + repeat("1, ", 10'000) + "]: b()\n",
      "match a:\n  case 1" + repeat(" | 1", 10'000) + ": b()\n",
      "with a" + repeat(", a as b", 5'000) + ": b()\n",
      repeat("@d\n", 5'000) + "def f(): pass\n",
      "a = " + repeat("b = ", 3'000) + "1\n",
      repeat("f'{", 500) + repeat("}'", 500),
      "a" + repeat(", a", 20'000) + " = b\n",
      ladder,
      "x = " + shared + "\n",
      "x = " + repeat("{", 2'000),
      repeat("class A:\n ", 500),
      std::string(50'000, '\0'),
      repeat("\xff\xfe", 10'000),
      repeat("\\\n", 10'000),
      repeat("\"\"\"", 9'999),
  };
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& text : inputs) {
    INFO(text.substr(0, 30));
    const auto started = std::chrono::steady_clock::now();
    // A thread of the pool has less stack than the main one may have.
    std::thread([&] { check_sound(python_facts(text)); }).join();
    const auto took = std::chrono::steady_clock::now() - started;
    CHECK(std::chrono::duration_cast<std::chrono::milliseconds>(took).count() < 20'000);
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
}

TEST_CASE("python: odd ends of lines and marks") {
  CHECK_FALSE(python_facts("a = 1\r\nif a:\r\n  f()\r\n").has_errors);
  CHECK_FALSE(python_facts("\xef\xbb\xbf"
                           "a = 1\n")
                  .has_errors);
  CHECK(python_module("a = 1") == "const a = 1\n");
  CHECK(python_module("") == "");
  check_sound(python_facts(""));
}
