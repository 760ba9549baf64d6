#include "engine/compose.hpp"
#include "catch.hpp"
#include "engine_support.hpp"

using namespace idem;
using namespace engine_test;

using Rows = std::vector<std::string>;

TEST_CASE("paths: parameters of every framework are written alike") {
  const std::pair<const char*, const char*> cases[] = {
      {"/orders/:id", "/orders/{id}"},
      {"/orders/:id(\\d+)", "/orders/{id}"},
      {"/orders/:from-:to", "/orders/{from}-{to}"},
      {"/orders/<int:id>", "/orders/{id}"},
      {"/orders/<id:int>", "/orders/{id}"},
      {"/orders/[id]", "/orders/{id}"},
      {"/files/[...path]", "/files/{path}"},
      {"/files/*rest", "/files/{rest}"},
      {"/files/*", "/files/*"},
      {"^orders/(?P<id>[0-9]+)/$", "orders/{id}/"},
      {"/orders/{id:[0-9]+}", "/orders/{id}"},
      {"/files/{path...}", "/files/{path}"},
      {"/orders/{$}", "/orders/"},
      {"//orders///x", "/orders/x"},
  };
  for (const auto& [written, normal] : cases) {
    INFO(written);
    CHECK(normal_path(written) == normal);
  }
}

TEST_CASE("paths: whatever is not closed stays as it is") {
  for (const char* text :
       {"/a/<b", "/a/[b", "/a/{b", "/a/:", "/a/(?P<b", "/a/:b(", "\\", "^", "$", "{}", "<>", "[]", "{"}) {
    INFO(text);
    CHECK(normal_path(text).size() <= std::string(text).size() + 4);
  }
}

TEST_CASE("paths: joined with one slash") {
  CHECK(join_paths("/api/", "orders") == "/api/orders");
  CHECK(join_paths("/api", "/orders") == "/api/orders");
  CHECK(join_paths("", "orders") == "orders");
  CHECK(join_paths("/api/", "") == "/api/");
}

TEST_CASE("compose: a router mounted twice has its routes twice, a cycle of mounts ends") {
  CHECK(routes_of({{"a.ts",
                    "import express from 'express'; const app = express(), r = express.Router(); r.post('/x', f);"
                    "app.use('/a', r); app.use('/b', r);"}}) == Rows{"POST /a/x", "POST /b/x"});
  CHECK(routes_of({{"a.ts",
                    "import express from 'express'; const app = express(), r = express.Router(); r.use('/r', r);"
                    "r.post('/x', f); app.use('/a', r);"}}) == Rows{"POST /a/x"});
}

TEST_CASE("compose: routes registered before and after the mount, over files and helpers") {
  CHECK(routes_of({{"app.ts",
                    "import express from 'express'; import { r } from './r'; const app = express(); app.use('/v1', r);"
                    "r.post('/late', f);"},
                   {"r.ts", "import { Router } from 'express'; export const r = Router(); r.post('/early', f);"}}) ==
        Rows{"POST /v1/early", "POST /v1/late"});
  CHECK(
      routes_of({{"app.ts",
                  "import express from 'express'; const app = express(); const add = (p, h) => app.post('/v1' + p, h);"
                  "for (const p of ['/a', '/b']) add(p, f);"}}) == Rows{"POST /v1/a", "POST /v1/b"});
  CHECK(routes_of({{"app.js", "const app = require('express')(); app.post('/a', f);"}}) == Rows{"POST /a"});
}

TEST_CASE("compose: a path that the source does not fix is never guessed") {
  CHECK(routes_of(
            {{"a.ts", "import express from 'express'; const app = express(); app.post('/a/' + process.env.B, f);"}}) ==
        Rows{"POST /a/{B}"});
}
