#include "catch.hpp"
#include "typescript_facts.hpp"

using namespace idem;
using namespace typescript_test;

// A type as it is printed in the alias of it.
static std::string type_of(const std::string& source) {
  const std::string head = head_of("type X = " + source + ";");
  const std::size_t at = head.rfind("alias X = ");
  return head.substr(at + 10, head.find('\n', at) - at - 10);
}

TEST_CASE("TypeScript: type expressions") {
  CHECK(type_of("A.B<C, D[]>") == "A.B<C, D[]>");
  CHECK(type_of("A | null | undefined") == "A?");
  CHECK(type_of("A | B | C | null") == "(A | B | C)?");
  CHECK(type_of("| A | 'b'").find("A | ") != std::string::npos);
  CHECK(type_of("A & B") == "(A & B)");
  CHECK(type_of("readonly A[]") == "A[]");
  CHECK(type_of("Promise<A>") == "Promise<A>");
  CHECK(type_of("(a: A, b?: B) => C") == "fn(A, B, C)");
  CHECK(type_of("typeof a.b") == "typeof a.b");
  CHECK(type_of("A['b']") == "A[b]");
  CHECK(type_of("{ [k: string]: A }") == "Record<string, A>");
  CHECK(type_of("{ [K in keyof A]: B }") == "Record<keyof<A>, B>");
  CHECK(type_of("A extends B ? C : D") == "(C | D)");
  const FileFacts facts = lowered("let a: import('m').T.U;");
  bool found = false;
  for (const TypeRef& ref : facts.type_refs)
    found = found || (facts.name(ref.name) == "T.U" && facts.name(ref.module) == "m");
  CHECK(found);
}

TEST_CASE("TypeScript: interfaces, aliases of objects and enums") {
  CHECK(printed("interface A<T> extends B<T>, C { readonly a: string; b?: T; m(x: X): Y; p: (x: X) => Y }") ==
        "type#0 interface A<T> : B<T>, C\n  field const a: string\n  field b?: T\n  field p: fn(X, Y)\nfn#0 module\n"
        "fn#1 method type#0 m(x: X): Y\n  no body\n");
  CHECK(head_of("type A = { a: string };") == "type#0 alias A = type#1\ntype#1 object \n  field a: string\n");
  CHECK(head_of("export enum E { A, B, C = 'c', D = 4, E, F = f() , G }").find("field static const E = 5\n") !=
        std::string::npos);
}

TEST_CASE("TypeScript: classes with everything") {
  CHECK(printed(R"(
@Controller('a') @N
export abstract class C<T> extends B<T> implements I, J<K> {
  @Inject() private readonly s: S;
  static x = 1;
  h = async () => f();
  constructor(private readonly repo: Repo<T>, @P() q: Q, { z }: { z: string }) { super(); }
  @Get(':id') async get(@Param('id') id: string): Promise<T | null> { return this.repo.find(id); }
  get size() { return 1; }
  set size(v) { this.v = v; }
  static make() {}
  abstract todo(): void;
  static { init(); }
})") == R"(export C = C
type#0 class C<T> : B<T>, I, J<K> body fn#8
  @Controller("a")
  @N
  field const s: S
    @Inject()
  field static x = 1
  field h = fn#1 h
  field const repo: Repo<T>
type#1 object  in fn#2
  field z: string
fn#0 module
  const C = type#0 C
fn#1 lambda h() [async]
  return f()
fn#2 constructor type#0 constructor(repo: Repo<T>, q: Q, $1: type#1)
  param q
    @P()
  this.repo = repo
  let z = $1.z
  super()
fn#3 method type#0 get(id: string): Promise<T?> [async]
  @Get(":id")
  param id
    @Param("id")
  return this.repo.find(id)
fn#4 method type#0 size() [getter]
  return 1
fn#5 method type#0 size=(v)
  this.v = v
fn#6 method type#0 make() [static]
fn#7 method type#0 todo(): void [abstract]
  no body
fn#8 type body type#0 C
  init()
)");
}

TEST_CASE("TypeScript: a base that is an expression is told both ways") {
  CHECK(head_of("class A extends mixin(Base)<T> {}") == "type#0 class A : mixin<T>, Base : (mixin(Base))\n");
  CHECK(head_of("class A extends make<X>({ b }) {}") == "type#0 class A : make<X> : (make<X>({b: b}))\n");
}

TEST_CASE("TypeScript: overloads are one function") {
  CHECK(printed("function f(a: A): void; function f(a: B): void; function f(a: any) { g() }") ==
        "fn#0 module\n  const f = fn#1 f\nfn#1 function f(a: any)\n  g()\n");
  CHECK(printed("class C { m(a: A): void; m(a: any) { g() } }").find("fn#2") == std::string::npos);
  CHECK(lowered("function f(this: T, a) {}").params.size() == 1);
}

TEST_CASE("TypeScript: places of functions lead to what people look for") {
  const FileFacts facts = lowered("\n@D\nclass C {\n  @G()\n  async m() {}\n}\nexport async function f() {}\n");
  for (const Fn& fn : facts.fns) {
    if (facts.name(fn.name) == "m") {
      CHECK(facts.line(fn.span.begin) == 4);
      CHECK(facts.line(fn.name_at) == 5);
    }
    if (facts.name(fn.name) == "f") CHECK(facts.line(fn.name_at) == 7);
  }
  CHECK(facts.line(facts.types[0].span.begin) == 2);
  CHECK(facts.line(facts.types[0].name_at) == 3);
}
