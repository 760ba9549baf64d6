#include "catch.hpp"
#include "unit/go_support.hpp"

#include <algorithm>

using namespace idem;
using namespace idem::test;

namespace {

const Fn* fn_named(const FileFacts& facts, std::string_view name) {
  const auto found =
      std::find_if(facts.fns.begin(), facts.fns.end(), [&](const Fn& fn) { return facts.name(fn.name) == name; });
  return found == facts.fns.end() ? nullptr : &*found;
}

const Type* type_named(const FileFacts& facts, std::string_view name) {
  const auto found = std::find_if(facts.types.begin(), facts.types.end(),
                                  [&](const Type& type) { return facts.name(type.name) == name; });
  return found == facts.types.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a Go file tells its package and how names behave") {
  const FileFacts facts = lower_go("package shop\n");
  CHECK(facts.package == "shop");
  CHECK(facts.language == "go");
  CHECK(facts.traits.implicit_exports);
  CHECK(facts.traits.directory_scope);
  CHECK(facts.traits.type_call_converts);
  CHECK_FALSE(facts.has_errors);
  REQUIRE(facts.fns.size() == 1);
  CHECK(facts.fns[0].kind == FnKind::module);
}

TEST_CASE("the package body runs as Go runs it") {
  CHECK(package_body("var x = f()\nfunc init() { g() }\nfunc f() int { return 1 }\nfunc init() { h() }\ntype T "
                     "struct{}\nconst c = 1\n") ==
        "const $1 = fn#1 init\nconst f = fn#2 f\nconst $2 = fn#3 init\nconst T = type#0 T\nconst c = 1\nlet x = "
        "f()\n$1()\n$2()\n");
  CHECK(package_body("func main() {}\n") == "const main = fn#1 main\n");
  const std::string printed = print_facts(lower_go("package main\nfunc main() {}\n"), false);
  CHECK(below(printed, "fn#0 module") == "const main = fn#1 main\nmain()\n");
}

TEST_CASE("iota and repeated constants") {
  CHECK(package_body("const (\n A Status = iota + 1\n B\n _\n D\n)\n") ==
        "const A: Status = 1\nconst B: Status = 2\nconst D: Status = 4\n");
  CHECK(package_body("const (\n KB = 1 << (10 * (iota + 1))\n MB\n)\n") == "const KB = 1024\nconst MB = 1048576\n");
  CHECK(package_body("const (\n A, B = iota, iota * 2\n C, D\n)\n") ==
        "const A = 0\nconst B = 0\nconst C = 1\nconst D = 2\n");
  CHECK(package_body("const A = \"x\" + b\n") == "const A = \"x\" + b\n");
  CHECK(package_body("const (\n A = 0x7fffffffffffffff + iota\n B\n)\n").find("const A = 9223372036854775807\n") == 0);
}

TEST_CASE("an assertion that a type has an interface keeps both") {
  CHECK(package_body("var _ Store = (*Repo)(nil)\n") == "let $1: Store = Repo(null)\n");
}

TEST_CASE("structs: fields, tags, embedded types") {
  const std::string printed = print_facts(
      lower_go("package p\ntype S struct {\n sync.Mutex\n *Base\n pkg.Gen[int]\n A, B string `json:\"a\"`\n R *Repo\n"
               " M map[string][]*T\n C <-chan int\n F func(a, b int, c ...string) (string, error)\n X interface{}\n"
               " N struct{ Y int }\n}\n"),
      false);
  CHECK(below(printed, "type#0 struct S : sync.Mutex, Base?, pkg.Gen<int>") ==
        "field embedded Mutex: sync.Mutex\nfield embedded Base: Base?\nfield embedded Gen: pkg.Gen<int>\n"
        "field A: string tag \"json:\\\"a\\\"\"\nfield B: string tag \"json:\\\"a\\\"\"\nfield R: Repo?\n"
        "field M: map<string, T?[]>\nfield C: chan<int>\nfield F: fn(int, int, string[], (string, error))\n"
        "field X: any\nfield N: type#1\n");
  CHECK(below(printed, "type#1 object ") == "field Y: int\n");
}

TEST_CASE("interfaces: methods without a body, embedded interfaces") {
  const FileFacts facts = lower_go(
      "package p\ntype Store[K comparable, V any] interface {\n io.Reader\n Get(ctx context.Context, k K) (V, error)\n "
      "~int | ~string\n}\n");
  const Type* store = type_named(facts, "Store");
  REQUIRE(store != nullptr);
  CHECK(store->kind == TypeKind::interface);
  CHECK(store->bases.count == 1);
  REQUIRE(store->type_params.count == 2);
  CHECK(facts.name(facts.name_lists[store->type_params.first + 1]) == "V");
  const Fn* get = fn_named(facts, "Get");
  REQUIRE(get != nullptr);
  CHECK(get->body == kNone);
  CHECK(get->owner == static_cast<TypeId>(store - facts.types.data()));
  CHECK(get->params.count == 2);
  CHECK(facts.type_refs[get->returns].kind == TypeRefKind::tuple);
}

TEST_CASE("aliases and named types stand for another") {
  const FileFacts facts = lower_go("package p\ntype A = pkg.B\ntype C []D\ntype H func(w W)\n");
  for (const char* name : {"A", "C", "H"}) {
    const Type* type = type_named(facts, name);
    REQUIRE(type != nullptr);
    CHECK(type->kind == TypeKind::alias);
    CHECK(type->aliased != kNone);
  }
  CHECK(facts.name(facts.type_refs[type_named(facts, "A")->aliased].name) == "pkg.B");
}

TEST_CASE("methods: owner by name, and by type when that is declared here, even later") {
  const FileFacts facts = lower_go(
      "package p\nfunc (s *S[T]) A(x int) {}\nfunc (Other) B(_ int, c, d string) {}\ntype S[T any] struct{}\n");
  const Fn* a = fn_named(facts, "A");
  REQUIRE(a != nullptr);
  CHECK(a->kind == FnKind::method);
  CHECK(facts.name(a->owner_name) == "S");
  REQUIRE(a->owner != kNone);
  CHECK(facts.name(facts.types[a->owner].name) == "S");
  CHECK((a->flags & kExported) != 0);
  CHECK(facts.params[a->params.first].kind == ParamKind::receiver);
  CHECK(facts.name(facts.params[a->params.first].name) == "s");
  CHECK(facts.type_refs[facts.params[a->params.first].type].nullable);

  const Fn* b = fn_named(facts, "B");
  REQUIRE(b != nullptr);
  CHECK(facts.name(b->owner_name) == "Other");
  CHECK(b->owner == kNone);
  REQUIRE(b->params.count == 4);
  CHECK(facts.name(facts.params[b->params.first].name).substr(0, 1) == "$");
  CHECK(facts.params[b->params.first].kind == ParamKind::receiver);
  CHECK(facts.name(facts.params[b->params.first + 1].name).substr(0, 1) == "$");
  CHECK(facts.name(facts.params[b->params.first + 3].name) == "d");
  CHECK(package_body("func (s *S) A() {}\n") == "");
}

TEST_CASE("variadic parameters, functions without a body, local types") {
  const FileFacts facts =
      lower_go("package p\nfunc f(a int, rest ...T) { type L struct{ A int }; l := L{A: 1} }\nfunc ext(a int) int\n");
  const Fn* f = fn_named(facts, "f");
  REQUIRE(f != nullptr);
  const Param& rest = facts.params[f->params.first + 1];
  CHECK(rest.kind == ParamKind::rest);
  CHECK(facts.type_refs[rest.type].kind == TypeRefKind::array);
  CHECK(type_named(facts, "L")->outer == static_cast<FnId>(f - facts.fns.data()));
  CHECK(fn_named(facts, "ext")->body == kNone);
  CHECK((f->flags & kExported) == 0);
}

TEST_CASE("only comments that suppress are kept") {
  const FileFacts facts = lower_go(
      "package p\n// plain\n//idem-ignore no-claim: the ledger is the record  \nvar x = 1 /* idem-ignore all */\nvar y "
      "= \"idem-ignore\"\n");
  REQUIRE(facts.comments.size() == 2);
  CHECK(facts.name(facts.comments[0].text) == "idem-ignore no-claim: the ledger is the record");
  CHECK(facts.name(facts.comments[1].text) == "idem-ignore all");
  CHECK(facts.line(facts.comments[0].span.begin) == 3);
}
