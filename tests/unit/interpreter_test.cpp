#include "catch.hpp"
#include "engine_support.hpp"

using namespace idem;
using namespace engine_test;

static std::string js(const std::string& code, const std::string& name = "x") {
  return Engine({{"a.ts", code}}).shown(name);
}
static std::string py(const std::string& code, const std::string& name = "x") {
  return Engine({{"a.py", code}}).shown(name);
}
static std::string go(const std::string& code, const std::string& name = "X") {
  return Engine({{"a.go", "package a\n" + code}}).shown(name);
}

TEST_CASE("engine: texts are put together as far as the source fixes them") {
  CHECK(js("const a = '/v1'; const x = a + '/orders';") == "'/v1/orders'");
  CHECK(js("const a = '/v1'; const x = `${a}/orders`;") == "'/v1/orders'");
  CHECK(js("const x = '/v1/' + process.env.ZONE;") == "'/v1/{global: process.env.ZONE}'");
  CHECK(js("const x = '/Orders'.toLowerCase();") == "'/orders'");
  CHECK(py("a = 'v1'\nx = f'/{a}/orders'\n") == "'/v1/orders'");
  CHECK(py("x = '/{}/{b}'.format('a', b='c')\n") == "'/a/c'");
  CHECK(go("const a = \"/v1\"\nconst X = a + \"/orders\"\n") == "'/v1/orders'");
}

TEST_CASE("engine: lists and maps") {
  CHECK(js("const a = [1, 2]; const x = [...a, 3];") == "[1, 2, 3]");
  CHECK(js("const a = {p: '/a'}; const x = {...a, q: 1}.p;") == "'/a'");
  CHECK(js("const x = ['/a', '/b'].map(p => '/v1' + p);") == "['/v1/a', '/v1/b']");
  CHECK(js("const x = []; x.push('/a'); x.push('/b');") == "['/a', '/b']");
  CHECK(py("x = ['a']\nx += ['b']\n") == "['a', 'b']");
  CHECK(py("x = ['a']\nx += x\n") == "['a', 'a']");
  CHECK(py("x = ['a']\nx.extend(x)\n") == "['a', 'a']");
  CHECK(py("x = [p + '/' for p in ['a', 'b']]\n") == "['a/', 'b/']");
  CHECK(js("const x = [...unknown(), 1];").find("…") != std::string::npos);
}

TEST_CASE("engine: only what is certain decides a branch") {
  CHECK(js("let x = 'a'; if (true) x = 'b';") == "'b'");
  CHECK(js("const x = process.env.A ? 'a' : 'b';") == "'a' | 'b'");
  CHECK(js("let x = 'a'; if (process.env.A) x = 'b';") == "'a' | 'b'");
  CHECK(js("const x = process.env.A || '/api';") == "global: process.env.A | '/api'");
  CHECK(js("const x = null ?? 'a';") == "'a'");
  CHECK(js("const x = 'a' === 'a' ? 1 : 2;") == "1");
}

TEST_CASE("engine: functions are run, with what they close over") {
  CHECK(js("function f(p) { return '/v1' + p } const x = f('/a');") == "'/v1/a'");
  CHECK(js("const make = p => q => p + q; const x = make('/v1')('/a');") == "'/v1/a'");
  CHECK(js("function f(p = '/d') { return p } const x = f();") == "'/d'");
  CHECK(js("const f = (...all) => all; const x = f(1, 2);") == "[1, 2]");
  CHECK(py("def f(a, *, b='/b'):\n    return a + b\nx = f('/a', b='/c')\n") == "'/a/c'");
  CHECK(go("func f(p string) string { return \"/v1\" + p }\nvar X = f(\"/a\")\n") == "'/v1/a'");
  CHECK(js("const x = f(1); function f(n) { return n ? f(n) : 0 }").find("unknown") != std::string::npos);
}

TEST_CASE("engine: classes, bases and fields") {
  CHECK(js("class A { path = '/a'; at() { return this.path } } const x = new A().at();") == "'/a'");
  CHECK(js("class A { at() { return '/a' } } class B extends A { at() { return super.at() + '/b' } } const x = new "
           "B().at();") == "'/a/b'");
  CHECK(js("class A { constructor(private p) {} at() { return this.p } } const x = new A('/a').at();") == "'/a'");
  CHECK(py("class A:\n    path = '/a'\nclass B(A):\n    pass\nx = B().path\n") == "'/a'");
  CHECK(go("type T struct { Path string }\nvar X = T{Path: \"/a\"}.Path\n") == "'/a'");
}

TEST_CASE("engine: what comes from a library is an access path into it") {
  CHECK(js("import { Router } from 'express'; const x = Router();") == "express: Router()");
  CHECK(js("import Stripe from 'stripe'; const s = new Stripe('k'); const x = s.charges.create({});") ==
        "stripe: ().charges.create()");
  CHECK(py("from flask import Flask\nx = Flask(__name__).post('/a')\n") == "flask: Flask().post()");
  CHECK(js("class A extends Base {} import { Base } from 'lib'; const x = new A().go();") == "lib: Base().go()");
}

TEST_CASE("engine: imports lead through files, and cycles end") {
  const auto over = [](const std::string& a, const std::string& b) {
    return Engine({{"a.ts", a}, {"b.ts", b}}).shown("x");
  };
  CHECK(over("import { p } from './b'; const x = p;", "export const p = '/b';") == "'/b'");
  CHECK(over("import d from './b'; const x = d;", "export default '/b';") == "'/b'");
  CHECK(over("import * as b from './b'; const x = b.p;", "export const p = '/b';") == "'/b'");
  CHECK(over("const b = require('./b'); const x = b.p;", "module.exports = { p: '/b' };") == "'/b'");
  CHECK(over("import { p } from './b'; export const q = '/a'; const x = p;",
             "import { q } from './a'; export const p = q + '/b';") == "'/a/b'");
  CHECK(over("import { p } from './b'; export const x = p;", "import { x } from './a'; export const p = x;")
            .find("unknown") != std::string::npos);
  CHECK(js("const x = y; const y = x;").find('\'') == std::string::npos);
}
