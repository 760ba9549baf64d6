#include "catch.hpp"
#include "python_text.hpp"

using namespace idem;

static const Fn& fn_named(const FileFacts& facts, std::string_view name) {
  for (const Fn& fn : facts.fns)
    if (facts.name(fn.name) == name) return fn;
  FAIL("no function " << name);
  return facts.fns[0];
}

static const Type& type_named(const FileFacts& facts, std::string_view name) {
  for (const Type& type : facts.types)
    if (facts.name(type.name) == name) return type;
  FAIL("no type " << name);
  return facts.types[0];
}

TEST_CASE("python: traits and the module") {
  const FileFacts facts = python_facts("x = 1\n", "a/b.py");
  CHECK(facts.path == "a/b.py");
  CHECK(facts.language == "python");
  CHECK(facts.traits.implicit_exports);
  CHECK_FALSE(facts.traits.lists_are_truthy);
  REQUIRE(facts.fns.size() == 1);
  CHECK(facts.fns[0].kind == FnKind::module);
  CHECK(facts.fns[0].outer == kNone);
  CHECK_FALSE(facts.has_errors);
}

TEST_CASE("python: functions with parameters of every kind") {
  CHECK(python_all("def f(a, b: int = 1, /, *c, d, e: str = 'x', **g) -> Order: pass\n") ==
        "fn#0 module\n  const f = fn#1 f\n"
        "fn#1 function f(a, b: int = 1, ...c, keyword d, keyword e: str = \"x\", ...keywords g): Order\n");
  CHECK(python_all("def f(a, *, b): pass\n").find("f(a, keyword b)") != std::string::npos);
  CHECK(python_all("async def f(*args: int, **kw: str): pass\n").find("f(...args: int, ...keywords kw: str) [async]") !=
        std::string::npos);
  CHECK(python_all("def f():\n  def g(): pass\n").find("function g() in fn#1") != std::string::npos);
}

TEST_CASE("python: decorators are annotations, outermost first") {
  const std::string text = "@router.post('/x', status_code=201)\n@atomic\nasync def f(): pass\n";
  CHECK(python_function(text) == "@router.post(\"/x\", status_code: 201)\n@atomic\n");
  const FileFacts facts = python_facts(text);
  const Fn& fn = fn_named(facts, "f");
  CHECK(fn.span.begin == 0);
  CHECK(facts.line(fn.name_at) == 3);
  CHECK(facts.column(fn.name_at) == 11);
}

TEST_CASE("python: a class, its methods, fields and statements") {
  CHECK(python_all("class A(mixins.Create, View[Order]):\n"
                   "  model = Order\n"
                   "  name: str\n"
                   "  age: int = 3\n"
                   "  before_action('x')\n"
                   "  class Meta:\n"
                   "    ordering = ['id']\n"
                   "  def create(self, request): return self.model\n") ==
        "type#0 class A : mixins.Create, View<Order> body fn#1\n"
        "  field model = Order\n"
        "  field name: str\n"
        "  field age: int = 3\n"
        "type#1 class Meta in type#0 body fn#2\n"
        "  field ordering = [\"id\"]\n"
        "fn#0 module\n"
        "  const A = type#0 A\n"
        "fn#1 type body type#0 A\n"
        "  let model = Order\n"
        "  let name: str\n"
        "  let age: int = 3\n"
        "  before_action(\"x\")\n"
        "  const Meta = type#1 Meta\n"
        "  const create = fn#3 create\n"
        "fn#2 type body type#1 Meta\n"
        "  let ordering = [\"id\"]\n"
        "fn#3 method type#0 create(receiver self, request)\n"
        "  return self.model\n");
}

TEST_CASE("python: methods see the function around their class, not the class") {
  const FileFacts facts = python_facts("def make():\n  class A:\n    def m(self): pass\n  return A\n");
  const FnId make = fn_named(facts, "m").outer;
  CHECK(facts.name(facts.fns[make].name) == "make");
  CHECK(type_named(facts, "A").outer == make);
}

TEST_CASE("python: kinds and flags of methods") {
  const FileFacts facts = python_facts(
      "class A:\n"
      "  def __init__(this, x): pass\n"
      "  @staticmethod\n  def s(x): pass\n"
      "  @classmethod\n  def c(cls): pass\n"
      "  @property\n  def p(self): return 1\n"
      "  @functools.cached_property\n  def q(self): return 1\n"
      "  @abc.abstractmethod\n  async def a(self): ...\n"
      "  @abstractmethod\n  def b(self): return 1\n");
  CHECK(fn_named(facts, "__init__").kind == FnKind::constructor);
  CHECK(facts.params[fn_named(facts, "__init__").params.first].kind == ParamKind::receiver);
  CHECK(fn_named(facts, "s").flags == kStatic);
  CHECK(facts.params[fn_named(facts, "s").params.first].kind == ParamKind::plain);
  CHECK(fn_named(facts, "c").flags == kClassMethod);
  CHECK(facts.params[fn_named(facts, "c").params.first].kind == ParamKind::receiver);
  CHECK(fn_named(facts, "p").flags == kGetter);
  CHECK(fn_named(facts, "q").flags == kGetter);
  CHECK(fn_named(facts, "a").flags == (kAbstract | kAsync));
  CHECK(fn_named(facts, "a").body == kNone);
  CHECK(fn_named(facts, "b").body != kNone);
  CHECK(fn_named(facts, "s").annotations.count == 1);
}

TEST_CASE("python: overloads and setters do not hide what they belong to") {
  const std::string text =
      "class A:\n"
      "  @overload\n  def f(self, x: int): ...\n"
      "  def f(self, x): return x\n"
      "  @property\n  def p(self): return 1\n"
      "  @p.setter\n  def p(self, v): self._p = v\n";
  CHECK(python_below(text, "fn#1 type body") == "const f = fn#3 f\nconst p = fn#4 p\n");
  CHECK(python_all(text).find("method type#0 p.setter(receiver self, v)") != std::string::npos);
  CHECK(python_facts(text).fns[2].body == kNone);
}

TEST_CASE("python: kinds of types") {
  const FileFacts facts = python_facts(
      "class P(typing.Protocol):\n  def get(self, k: str) -> str: ...\n"
      "class S(str, enum.Enum):\n  PAID = 'paid'\n"
      "class T(models.TextChoices): pass\n"
      "class G[T, U: int]: pass\n"
      "class H(SQLModel, table=True): pass\n"
      "class B(declarative_base()): pass\n"
      "@dataclass(frozen=True)\nclass D: pass\n");
  CHECK(type_named(facts, "P").kind == TypeKind::interface);
  CHECK(fn_named(facts, "get").body == kNone);
  CHECK(type_named(facts, "S").kind == TypeKind::enum_);
  CHECK(type_named(facts, "T").kind == TypeKind::enum_);
  CHECK(type_named(facts, "G").type_params.count == 2);
  CHECK(type_named(facts, "H").annotations.count == 1);
  CHECK(type_named(facts, "H").bases.count == 1);
  CHECK(type_named(facts, "B").base_expr != kNone);
  CHECK(type_named(facts, "D").annotations.count == 1);
  CHECK(python_all("class H(SQLModel, table=True): pass\n").find("attribute class(table: true)") != std::string::npos);
}

TEST_CASE("python: what the constructor sets are fields") {
  CHECK(python_all("class A:\n"
                   "  retries = None\n"
                   "  def __init__(self, db: Session, n):\n"
                   "    self.db = db\n"
                   "    self.items: list[Item] = []\n"
                   "    self.cache: Cache\n"
                   "    if n:\n      self.retries = 3\n"
                   "    self.db = other\n"
                   "    n.x = 1\n"
                   "  def set(self): self.late = 1\n")
            .substr(0, 160)
            .find("  field retries = 3\n  field db = db\n  field items: Item[] = []\n  field cache: Cache\nfn#0") !=
        std::string::npos);
}

TEST_CASE("python: types of annotations") {
  CHECK(python_type("int") == "int");
  CHECK(python_type("models.Order") == "models.Order");
  CHECK(python_type("Optional[Order]") == "Order?");
  CHECK(python_type("typing.Optional[Order]") == "Order?");
  CHECK(python_type("Order | None") == "Order?");
  CHECK(python_type("None | A | B") == "(A | B)?");
  CHECK(python_type("Union[A, None, B]") == "(A | B)?");
  CHECK(python_type("list[Order]") == "Order[]");
  CHECK(python_type("t.Sequence[Order]") == "Order[]");
  CHECK(python_type("List") == "_[]");
  CHECK(python_type("set[int]") == "int[]");
  CHECK(python_type("tuple[int, str]") == "(int, str)");
  CHECK(python_type("tuple[int, ...]") == "int[]");
  CHECK(python_type("Dict[str, list[Any]]") == "dict<str, Any[]>");
  CHECK(python_type("AsyncIterator[Session]") == "AsyncIterator<Session>");
  CHECK(python_type("Callable[[int, str], Awaitable[None]]") == "fn(int, str, Awaitable<None>)");
  CHECK(python_type("Callable[..., int]") == "fn(int)");
  CHECK(python_type("Callable") == "Callable");
  CHECK(python_type("type[Order]") == "typeof Order");
  CHECK(python_type("Type[m.Order]") == "typeof m.Order");
  CHECK(python_type("ClassVar[int]") == "int");
  CHECK(python_type("Literal['a', 1, None]") == "(literal \"a\" | literal \"1\")?");
  CHECK(python_type("constr(min_length=1)") == "constr");
  CHECK(python_type("Mapped[str | None]") == "Mapped<str?>");
  CHECK(python_type("list['Order']") == "Order[]");
}

TEST_CASE("python: forward references") {
  CHECK(python_type("'Order'") == "Order");
  CHECK(python_type("'models.Order | None'") == "models.Order?");
  CHECK(python_type("'Optional[list[Order]]'") == "Order[]?");
  CHECK(python_type("'dict[str, Literal[\"a\"]]'") == "dict<str, literal \"a\">");
  CHECK(python_type("'Union[A, B]'") == "(A | B)");
  CHECK(python_type("'not a type!'") == "none");
  CHECK(python_type("''") == "none");
  CHECK(python_type("'" + std::string(10'000, '[') + "'") == "none");
}

TEST_CASE("python: what Annotated carries stays with the parameter or field") {
  CHECK(
      python_all(
          "def f(db: Annotated[Session, Depends(get_db)], k: Annotated[str | None, Header(), Q(1)] = None): pass\n") ==
      "fn#0 module\n  const f = fn#1 f\n"
      "fn#1 function f(db: Session, k: str? = null)\n"
      "  param db\n    attribute Depends(get_db)\n"
      "  param k\n    attribute Header()\n    attribute Q(1)\n");
  CHECK(python_all("class A:\n  n: Annotated[int, Field(gt=0)] = 1\n")
            .find("  field n: int = 1\n    attribute Field(gt: 0)\n") != std::string::npos);
  CHECK(python_all("def f(db: Optional[Annotated[S, D(g)]]): pass\n").find("attribute D(g)") != std::string::npos);
}

TEST_CASE("python: aliases") {
  CHECK(python_all("Db = Annotated[Session, Depends(get_db)]\n") ==
        "type#0 alias Db = Session\n  attribute Depends(get_db)\n"
        "fn#0 module\n  const Db = Annotated[(Session, Depends(get_db))]\n");
  CHECK(python_all("type Ids[T] = list[T] | None\n") ==
        "type#0 alias Ids = T[]?\nfn#0 module\n  const Ids = type#0 Ids\n");
  CHECK(python_all("Ids: TypeAlias = list[int]\n").starts_with("type#0 alias Ids = int[]\n"));
}

TEST_CASE("python: imports") {
  CHECK(python_all("import a\nimport a.b.c\nimport a.b as c, d\n") ==
        "import * from \"a\" as a\nimport * from \"a\" as a\nimport \"a.b.c\"\nimport * from \"a.b\" as c\n"
        "import * from \"d\" as d\nfn#0 module\n");
  CHECK(
      python_all("from x.y import a as b, c\nfrom . import d\nfrom ..p.q import (e,\n f)\nfrom .m import *\n") ==
      "import a from \"x.y\" as b\nimport c from \"x.y\" as c\nimport d from \".\" as d\nimport e from \"..p.q\" as e\n"
      "import f from \"..p.q\" as f\nimport everything from \".m\"\nfn#0 module\n");
  CHECK(python_all("from __future__ import annotations\n") == "fn#0 module\n");
}

TEST_CASE("python: where and for whom an import is made") {
  CHECK(python_all("def f():\n  from a import b\n").starts_with("import b from \"a\" as b in fn#1\n"));
  CHECK(python_all("if TYPE_CHECKING:\n  from a import b\nelse:\n  from c import d\n")
            .starts_with("import type b from \"a\" as b\nimport d from \"c\" as d\n"));
  CHECK(python_all("if typing.TYPE_CHECKING:\n  import a\nimport b\n")
            .starts_with("import type * from \"a\" as a\nimport * from \"b\" as b\n"));
  CHECK(python_all("try:\n  import a as j\nexcept ImportError:\n  import b as j\n")
            .starts_with("import * from \"a\" as j\nimport * from \"b\" as j\n"));
}

TEST_CASE("python: suppressions are kept, other comments are not") {
  const FileFacts facts = python_facts("# a note\nx = 1  # idem-ignore: short-ttl tested by hand \r\n");
  REQUIRE(facts.comments.size() == 1);
  CHECK(facts.name(facts.comments[0].text) == "idem-ignore: short-ttl tested by hand");
  CHECK(facts.line(facts.comments[0].span.begin) == 2);
}
