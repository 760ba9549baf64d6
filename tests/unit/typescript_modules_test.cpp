#include "catch.hpp"
#include "typescript_facts.hpp"

using namespace idem;
using namespace typescript_test;

TEST_CASE("TypeScript: imports") {
  CHECK(head_of("import a, { b as c, type D, default as e } from 'm'; import * as n from \"n\"; import 's';"
                "import type { T } from 't'; import r = require('r'); import { 'x-y' as z } from 'z';") ==
        "import default from \"m\" as a\nimport b from \"m\" as c\nimport type D from \"m\" as D\n"
        "import default from \"m\" as e\nimport * from \"n\" as n\nimport \"s\"\nimport type T from \"t\" as T\n"
        "import = from \"r\" as r\nimport x-y from \"z\" as z\n");
  CHECK(events_of("import A = N.B.C;") == "const A = N.B.C\n");
}

TEST_CASE("JavaScript: require binds like an import, inside functions too") {
  CHECK(head_of("const a = require('m'); const { b, c: d } = require('n'); let { e = 1 } = require('o');", "a.js") ==
        "import = from \"m\" as a\nimport b from \"n\" as b\nimport c from \"n\" as d\n");
  CHECK(events_of("let { e = 1 } = require('o');", "a.cjs") == "const $1 = module(\"o\")\nlet e = $1.e ?? 1\n");
  const FileFacts facts = lowered("function f() { const a = require('m') }", "a.js");
  REQUIRE(facts.imports.size() == 1);
  CHECK(facts.fns[facts.imports[0].in].name != 0);
  CHECK(facts.language == "javascript");
}

TEST_CASE("TypeScript: exports") {
  CHECK(head_of("export { a, b as c, d as default }; export const e = 1, { f, g: [h], ...i } = x;"
                "export function j() {} export class K {} export * from 'l'; export * as m from 'm';"
                "export { n, default as o } from 'p'; export type { Q } from 'q';") ==
        "export a = a\nexport c = b\nexport default = d\nexport e = e\nexport f = f\nexport h = h\nexport i = i\n"
        "export j = j\nexport K = K\nexport * = * from \"l\"\nexport m = * from \"m\"\nexport n = n from \"p\"\n"
        "export o = default from \"p\"\nexport Q = Q from \"q\"\ntype#0 class K\n");
  CHECK(printed("export default async function (a) {}") ==
        "export default = fn#1 default\nfn#0 module\nfn#1 lambda default(a) [async] [exported]\n");
  CHECK(printed("export default function f() {}") ==
        "export default = f\nfn#0 module\n  const f = fn#1 f\nfn#1 function f() [exported]\n");
  // What has to be evaluated is evaluated once, in its place.
  CHECK(printed("f(); export default g(); h();") ==
        "export default = $1\nfn#0 module\n  f()\n  const $1 = g()\n  h()\n");
  CHECK(head_of("export = x;") == "export = = x\n");
  CHECK(head_of("export type * from './a'; export type * as b from './b';") ==
        "export * = * from \"./a\"\nexport b = * from \"./b\"\n");
  CHECK_FALSE(lowered("export type * from './a';").has_errors);
}

TEST_CASE("JavaScript: module.exports and exports") {
  CHECK(head_of("module.exports = router;", "a.js") == "export = = router\n");
  CHECK(printed("module.exports = { a, b: f };", "a.js") ==
        "export = = {a: a, b: f}\nfn#0 module\n  module.exports = {a: a, b: f}\n");
  CHECK(printed("const r = module.exports = express();", "a.js") ==
        "export = = $1\nfn#0 module\n  const $1 = express()\n  module.exports = $1\n  const r = $1\n");
  CHECK(head_of("exports.a = function () {}; module.exports.b = c; exports.d = void 0;", "a.js") ==
        "export a = fn#1 a\nexport b = c\nexport d = 0\n");
  CHECK(head_of("function f() { exports.a = 1 }", "a.js") == "");
}

TEST_CASE("TypeScript: directives belong to their module or function") {
  CHECK(printed("'use server'; 'use strict'; f(); 'use late';") == "fn#0 module\n  directive \"use server\"\n  f()\n");
  CHECK(printed("async function f() { 'use cache'; g() }").find("directive \"use cache\"") != std::string::npos);
}

TEST_CASE("TypeScript: only comments that suppress are kept") {
  const FileFacts facts =
      lowered("// idem-ignore rule: why\n/* idem-ignore-file */\n/** not idem-ignore */\n// other\n");
  REQUIRE(facts.comments.size() == 2);
  CHECK(facts.name(facts.comments[0].text) == "idem-ignore rule: why");
  CHECK(facts.name(facts.comments[1].text) == "idem-ignore-file");
  CHECK(facts.line(facts.comments[1].span.begin) == 2);
}

TEST_CASE("TypeScript: namespaces are objects, ambient modules only types") {
  CHECK(printed("namespace A { export const x = 1; const y = 2; export function f() {} export type T = string }") ==
        "type#0 alias A.T = string\nfn#0 module\n  const f = fn#1 f\n  const x = 1\n  const y = 2\n"
        "  const A = {x: x, f: f}\nfn#1 function f() [exported]\n");
  CHECK(events_of("class C {} namespace C { export const x = 1 }") == "const C = type#0 C\nconst x = 1\nC.x = x\n");
  CHECK(head_of("declare module 'fastify' { interface FastifyInstance { db: Db; ping(): void } }") ==
        "type#0 interface FastifyInstance augments \"fastify\"\n  field db: Db\n");
  CHECK(head_of("declare global { namespace Express { interface Request { user?: User } } }") ==
        "type#0 interface Express.Request augments \"global\"\n  field user?: User\n");
  CHECK(events_of("declare const x: T; declare function f(a: A): B;").find("const x: T = ") == 0);
}
