#include "catch.hpp"
#include "frontends/typescript/dialect.hpp"
#include "typescript_facts.hpp"

#include <set>
#include <string>
#include <thread>

using namespace idem;
using namespace typescript_test;

static std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

static const std::string kEverything = R"(
import a, { b } from 'm'; const { c, d: [e] } = require('n');
@D() export class A<T> extends m(B)<T> implements I { @F x: T = 1; constructor(private y: Y) { super() } get z() { return `a${1}` } static { f() } }
export default async function* g({ h }, ...i) { for await (const j of k) { switch (j) { case 1: break; default: yield j } } }
interface J { a: { b: C[] | null }; m(): void } enum K { A, B = 2 } type L = { [k in M]: N };
declare module 'x' { interface O {} } namespace P { export const q = 1 }
try { r = s?.t?.[u]?.() } catch ({ v }) { w: while ((x = y())) { continue w } } finally { throw new Z('\u{1F600}') }
const aa = <T>bb as CC; sql`a ${b} c`; const ff = (a) => b && (c = 1), gg = /re[/]/g; module.exports = { aa, ff };
)";

TEST_CASE("TypeScript: every kind and role is one of the grammars'") {
  std::set<typescript::Kind> kinds;
  std::set<typescript::Role> roles;
  for (const typescript::Dialect* dialect : {&typescript::typescript_dialect(), &typescript::tsx_dialect()}) {
    kinds.insert(dialect->kinds.begin(), dialect->kinds.end());
    roles.insert(dialect->roles.begin(), dialect->roles.end());
  }
  std::string missing;
#define IDEM_TS_ROW(enumerator, name, ...) \
  if (kinds.count(typescript::Kind::enumerator) == 0) missing += std::string(name) + " ";
  IDEM_TS_KINDS(IDEM_TS_ROW)
#undef IDEM_TS_ROW
#define IDEM_TS_ROW(enumerator, name) \
  if (roles.count(typescript::Role::enumerator) == 0) missing += std::string(name) + " ";
  IDEM_TS_FIELDS(IDEM_TS_ROW)
#undef IDEM_TS_ROW
  CHECK(missing == "");
}

TEST_CASE("TypeScript: text cut off anywhere gives sound facts") {
  for (std::size_t size = 0; size < kEverything.size(); size += 3) {
    lowered(std::string_view(kEverything).substr(0, size));
    lowered(std::string_view(kEverything).substr(size), "a.jsx");
  }
}

TEST_CASE("TypeScript: a syntax error is a cut, and the rest is lowered") {
  const FileFacts facts = lowered("const a = 1;\nfunction f( { ]]]\nconst b = g();\n");
  CHECK(facts.has_errors);
  CHECK_FALSE(facts.cuts.empty());
  CHECK(events_of("f();\n)))\ng();\n").find("g()") != std::string::npos);
  CHECK(lowered(repeated("@ ; ", 5000)).cuts.size() <= 100);
  CHECK_FALSE(lowered(kEverything, "a.ts").has_errors);
}

TEST_CASE("TypeScript: garbage and odd bytes give sound facts") {
  std::string bytes;
  std::uint32_t state = 12345;
  for (int round = 0; round < 40; ++round) {
    bytes.clear();
    for (int i = 0; i < 800; ++i) {
      state = state * 1664525u + 1013904223u;
      bytes += round % 2 == 0 ? static_cast<char>(state >> 24) : "(){}[]<>=>,;:?.`'\"$\\/@#ab1 \n"[(state >> 24) % 28];
    }
    lowered(bytes);
    lowered(bytes, "a.tsx");
  }
  lowered(std::string_view("a\0b", 3));
  lowered("");
  lowered(
      "\xef\xbb\xbf"
      "f()");
}

// The stack of a worker thread must hold the deepest nesting that is followed.
TEST_CASE("TypeScript: deep nesting is cut, not followed to the end of the stack") {
  const std::pair<std::string, std::string> nests[] = {
      {"(", ")"},
      {"[", "]"},
      {"{", "}"},
      {"f(", ")"},
      {"x => {", "}"},
      {"if (a) ", ""},
      {"!", ""},
      {"a + (", ")"},
      {"class { x = ", "}"},
      {"`${", "}`"},
      {"a ? b : ", ""},
      {"a && ", "b"},
      {"a.b(", ")"},
      {"async () => ", ""},
      {"({ a: ", "})"},
      {"for (;;) ", ""},
      {"switch (a) { case 1: ", "}"},
      {"type A = [", "]"},
      {"try {", "} finally {}"},
      {"a = ", ""},
      {"new A(", ")"},
      {"await ", ""},
      {"let a: A<", ">"},
      {"const {a: ", "} = b"},
      {"namespace A {", "}"},
      {"else if (a) b; ", ""},
      {"a?.b.", ""},
      {"label: ", ""},
      {"return function() {", "}"},
      {"<a>{", "}</a>"},
  };
  std::thread worker([&] {
    for (const auto& [open, close] : nests) {
      const std::string text = repeated(open, 1600) + "x" + repeated(close, 1600);
      lowered(text);
      lowered(text, "a.jsx");
    }
  });
  worker.join();
  lowered(repeated("(", 10'000) + "x" + repeated(")", 10'000));
  CHECK_FALSE(lowered(repeated("f(", 2000) + repeated(")", 2000)).cuts.empty());
}

TEST_CASE("TypeScript: wide input stays linear") {
  std::string arms = "switch (a) {";
  for (int i = 0; i < 5000; ++i) arms += "case " + std::to_string(i) + ": f(); ";
  lowered(arms + "}");
  lowered("switch (a) {" + repeated("case 1: ", 20'000) + "f() }");
  lowered(repeated("a.b().", 20'000) + "c()");
  lowered("f(" + repeated("a, ", 50'000) + "b)");
  lowered(repeated("namespace A { export const b = 1 }\n", 3000));
  lowered("'a'" + repeated(" + 'a'", 20'000));
  lowered(repeated("function f(a: A): void;\n", 10'000));
  lowered("type A = " + repeated("| 'a' ", 10'000));
  lowered("enum A {" + repeated("B, ", 20'000) + "}");
}
