"""Hostile trees by name. Each writes its files below `root` and may say what is expected of the run:
code (exit code under --strict, or several), told (parts of stderr), kinds (of diagnostics), skipped (reasons), routes, count, options, uid."""
import os
from dataclasses import dataclass
from typing import Callable

CASES = {}


@dataclass
class Case:
    make: Callable
    seconds: float
    megabytes: float
    slow: bool = False


def case(seconds=20, megabytes=800, slow=False):
    def register(function):
        CASES[function.__name__.replace("_", "-")] = Case(function, seconds, megabytes, slow)
        return function

    return register


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


EXPRESS = "const app = require('express')();\n"
GO = 'package main\nimport "net/http"\nfunc ok(w http.ResponseWriter, r *http.Request) {}\n'
FASTAPI = "from fastapi import FastAPI\napp = FastAPI()\n"
CHARGE = "const stripe = require('stripe')('k');\n"


def a_route_each(root):
    """One sound route per language beside the hostile file: it must still be found."""
    write(root, "sound.js", EXPRESS + "app.post('/sound', (q, r) => r.end());\n")
    write(root, "sound.py", FASTAPI + "@app.post('/sound-py')\ndef f(): pass\n")
    write(root, "cmd/sound.go", GO + 'func main() { http.HandleFunc("POST /sound-go", ok) }\n')
    return ["POST /sound", "POST /sound-py", "POST /sound-go"]


# ---- files --------------------------------------------------------------------------------------------------------


@case()
def invalid_utf8(root):
    write(root, "a.js", EXPRESS.encode() + b"app.post('/caf\xff\xfe/\xc3', (q, r) => r.end('\x80'));\n")
    write(root, "b.py", FASTAPI.encode() + b"@app.post('/caf\xe9')\ndef f\xff(): pass\n")
    write(root, "c.go", GO.encode() + b'func main() { http.HandleFunc("POST /caf\xff", ok) }\n')
    write(root, os.fsdecode(b"na\xffme.js"), EXPRESS + "app.post('/odd-name', (q, r) => r.end());\n")
    return {"code": (0, 3), "routes": ["POST /odd-name"] + a_route_each(root)}


@case()
def nul_bytes(root):
    write(root, "a.js", EXPRESS.encode() + b"\0app.post('/x', f);")
    write(root, "b.py", b"\0" * 5000)
    write(root, "c.go", b"package main\0")
    return {"code": 0, "skipped": ["binary"], "routes": a_route_each(root)}


@case()
def only_odd_bytes(root):
    write(root, "a.ts", bytes(range(1, 256)) * 200)
    write(root, "b.py", bytes(range(255, 0, -1)) * 200)
    write(root, "c.go", bytes(range(1, 256)) * 200)
    write(root, "d.tsx", b"\xef\xbb\xbf\xfe\xff" * 2000)
    return {"code": 3, "told": ["a.ts"], "routes": a_route_each(root)}


@case(megabytes=200)
def file_of_200_megabytes(root):
    with open(root / "a.ts", "wb") as file:
        file.truncate(200 << 20)
    return {"code": 3, "told": ["a.ts", "--max-file-size"], "skipped": ["too large"], "routes": a_route_each(root)}


@case(megabytes=700)
def file_of_200_megabytes_let_in(root):
    with open(root / "a.ts", "wb") as file:
        file.truncate(200 << 20)
    return {"code": 0, "options": ["--max-file-size", "300MB"], "skipped": ["binary"], "routes": a_route_each(root)}


@case()
def unreadable(root):
    if os.getuid() != 0:
        uid = None
    elif os.system("runuser -u nobody true 2>/dev/null") == 0:
        uid = 65534
    else:
        return {"skip": "needs a user that may not read everything"}
    write(root, "locked/a.js", EXPRESS)
    write(root, "locked.py", FASTAPI)
    routes = a_route_each(root)
    os.chmod(root, 0o755)
    os.chmod(root / "locked", 0)
    os.chmod(root / "locked.py", 0)
    return {"code": 3, "uid": uid, "told": ["locked", "locked.py", "Permission denied"], "routes": routes}


@case()
def links(root):
    write(root, "src/a.js", EXPRESS + "app.post('/once', (q, r) => r.end());\n")
    os.symlink("..", root / "src" / "loop")
    os.symlink(".", root / "self")
    os.symlink("a.js", root / "src" / "again.js")
    os.symlink("/etc", root / "out")
    os.symlink("/etc/passwd", root / "passwd.py")
    os.symlink("nowhere", root / "dangling.go")
    os.symlink("dangling2.ts", root / "dangling2.ts")
    write(root, "b.py", "from out import passwd\nimport passwd\n")
    write(root, "tsconfig.json", '{"extends": "./out/passwd", "compilerOptions": {"paths": {"*": ["../../../../etc/*"]}}}')
    write(root, "c.ts", "import x from '../../../../../etc/passwd'; import y from 'passwd';\n")
    return {"code": 0, "skipped": ["links"], "routes": ["POST /once"]}


@case()
def special_files(root):
    for name in ("pipe.ts", "pipe.py", "pipe.go", "schema.sql", "package.json", "tsconfig.json", ".gitignore", "go.mod"):
        os.mkfifo(root / name)
    os.mkdir(root / ".idem")
    os.mkfifo(root / ".idem" / "rows.toml")
    os.mkdir(root / "folder.ts")
    return {"code": 0, "skipped": ["no regular file"], "routes": a_route_each(root)}


@case()
def many_empty_files(root):
    for i in range(5000):
        write(root, f"d{i % 50}/f{i}.ts", "")
    return {"code": 0, "routes": a_route_each(root)}


@case()
def deep_folders(root):
    here = root
    for _ in range(120):
        here = here / ("d" * 20)
        here.mkdir()
    (here / "a.js").write_text(EXPRESS + "app.post('/deep', (q, r) => r.end());\n")
    return {"code": (0, 3), "routes": a_route_each(root)}


# ---- syntax -------------------------------------------------------------------------------------------------------

NESTS = {
    "ts": [("(", "1", ")"), ("[", "", "]"), ("{", "", "}"), ("f(", "", ")"), ("a.b(", "", ")"), ("1 + (", "1", ")"), ("() => ", "1", ""),
           ("if (a) { ", "", "}"), ("`${", "1", "}`"), ("!", "a", ""), ("class A { m() {", "", "}}"), ("a ? b : ", "c", ""), ("x: ", "1", ""),
           ("const f = function() {", "", "};"), ("try {", "", "} catch {}"), ("await ", "x", ""), ("a && ", "b", ""), ("new A(", "", ")")],
    "tsx": [("<a>", "", "</a>"), ("<A b={", "1", "}/>"), ("<>", "x", "</>"), ("(<a>{", "1", "}</a>)")],
    "py": [("(", "1", ")"), ("[", "", "]"), ("{1:", "1", "}"), ("f(", "", ")"), ("not ", "a", ""), ("lambda: ", "1", ""), ("a if b else ", "c", ""),
           ("-", "1", ""), ("f'{", "1", "}'"), ("await ", "x", ""), ("x = ", "1", "")],
    "go": [("(", "1", ")"), ("[]int{", "1", "}"), ("f(", "", ")"), ("func() { ", "", " }()"), ("!", "a", ""), ("*", "a", ""), ("-", "1", ""),
           ("&T{", "", "}"), ("map[a]", "b", "")],
}


def nested(root, language, depth):
    for i, (before, middle, after) in enumerate(NESTS[language]):
        text = before * depth + middle + after * depth
        if language == "go":
            write(root, f"p{i}/a.go", f"package p\nvar x = {text}\nfunc g() {{ x := {text}; _ = x }}\n")
        elif language == "py":
            write(root, f"a{i}.py", f"import fastapi\nx = 1\n{text}\ndef g():\n    return {text}\n")
        else:
            write(root, f"a{i}.{language}", f"import express from 'express';\n{text}\n")


def deep_nesting(language, depth):
    def make(root):
        nested(root, language, depth)
        return {"code": 3, "told": ["too deep"], "routes": a_route_each(root)}

    make.__name__ = f"nesting_{depth}_{language}"
    case(seconds=60, megabytes=1500)(make)


for _language in NESTS:
    deep_nesting(_language, 10_000)


@case(seconds=40)
def deep_blocks(root):
    write(root, "a.py", "import flask\n" + "".join("  " * i + "if a:\n" for i in range(3000)) + "  " * 3000 + "pass\n")
    write(root, "a.ts", EXPRESS + "if (a) {\n" * 10_000 + "app.post('/in', f)\n" + "}\n" * 10_000)
    write(root, "p/a.go", GO + "func main() {" + "if a {\n" * 10_000 + "f()\n" + "}\n" * 10_000 + "}\n")
    return {"code": 3, "told": ["a.py", "a.ts", "p/a.go"], "routes": a_route_each(root)}


@case(seconds=60, megabytes=1500)
def long_chains(root):
    n = 10_000
    write(root, "ops.ts", EXPRESS + "const x = " + " + ".join(["'/a'"] * n) + ";\napp.post(x, f);\n" + "const y = " + " && ".join(["a"] * n) + ";\n")
    write(root, "members.ts", EXPRESS + "const x = app" + ".a" * n + ";\nconst y = app" + ".b()" * n + ";\nconst z = app" + "[1]" * n + ";\n")
    write(root, "chain.ts", EXPRESS + "app" + ".post('/c', (q, r) => r.end())" * n + ";\n")
    write(root, "ops.py", FASTAPI + "x = " + " + ".join(["'/a'"] * n) + "\ny = app" + ".a" * n + "\nz = app" + ".b()" * n + "\n")
    write(root, "strings.py", "x = (" + "'a'\n" * n + ")\n")
    write(root, "p/ops.go", GO + "func main() { x := " + " + ".join(['"/a"'] * n) + "; _ = x; y := a" + ".b" * n + "; _ = y; z := a" + ".b()" * n + " }\n")
    write(root, "elses.ts", "if (a) b();" + " else if (a) b();" * n)
    write(root, "p/elses.go", "package p\nfunc f() { if a { b() }" + " else if a { b() }" * n + " }\n")
    write(root, "elses.py", "if a: pass\n" + "elif a: pass\n" * n)
    return {"code": 3, "routes": a_route_each(root)}


STALLS = ["x=>", "<", "a<", "{", "}", "(", ")", "[", "`${", "/*", "*/", "'", '"', "@", "=>", "async ", "a?", "a?b:", "<a ", "</", "function ", "class ", "#", "\\", ";",
          "import ", "export ", "<T>(", "a b ", "=", "...", "0x", "case ", "lambda ", "f'{", "def f(", "if ", "\t", "    :", "func ", "map[", "chan ", "<-", "[]", "struct{",
          "interface{", "go ", "a:=", "type T ", "switch ", "let ", "new ", "\u2028", "if(a)", "get ", "yield ", "**", "print ", "match x:", "%"]


def stalls(extension):
    def make(root):
        for i, token in enumerate(STALLS):
            write(root, f"t{i}/a.{extension}", token * 20_000)
        return {"code": 3, "routes": a_route_each(root)}

    make.__name__ = f"repeated_tokens_{extension}"
    case(seconds=120, megabytes=2500)(make)


for _language in ("ts", "tsx", "js", "py", "go"):
    stalls(_language)


@case(seconds=40)
def wide(root):
    n = 50_000
    write(root, "a.ts", EXPRESS + "f(" + "a," * n + ");\nconst l = [" + "'x'," * n + "];\nconst m = {" + "".join(f"k{i}: 1," for i in range(n)) + "};\n"
          + "type U = " + " | ".join(f"'{i}'" for i in range(n)) + ";\nfor (const p of l) app.post(p, f);\n" + "\n" * n + ";" * n)
    write(root, "b.ts", "class C {" + "".join(f"m{i}() {{}}\n" for i in range(20_000)) + "}\n" + "function g(" + ",".join(f"a{i}" for i in range(20_000)) + ") {}\n")
    write(root, "a.py", FASTAPI + "x = [" + "1," * n + "]\nd = {" + "".join(f"'k{i}': 1," for i in range(n)) + "}\n" + "".join(f"import m{i}\n" for i in range(20_000)))
    write(root, "p/a.go", "package p\nvar x = []int{" + "1," * n + "}\n" + "".join(f"const C{i} = {i}\n" for i in range(20_000)))
    return {"code": (0, 3), "routes": a_route_each(root)}


@case()
def half_written(root):
    whole = EXPRESS + "app.post('/orders/:id', async (req, res) => { if (req.body) { await db.query(`insert into t values (${a})`); } });\n"
    for i in range(0, len(whole), 3):
        write(root, f"h{i}.ts", whole[:i])
    python = FASTAPI + "@app.post('/orders/{id}')\nasync def f(id: int, x=Depends(g)):\n    if a:\n        return {'a': [1, 2]}\n"
    for i in range(0, len(python), 3):
        write(root, f"h{i}.py", python[:i])
    go = GO + 'func main() { m := http.NewServeMux(); m.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) { if a { b() } }) }\n'
    for i in range(0, len(go), 3):
        write(root, f"g{i}/h.go", go[:i])
    return {"code": 3, "told": ["syntax error"], "routes": a_route_each(root)}


# ---- cycles -------------------------------------------------------------------------------------------------------


@case()
def cycles_typescript(root):
    write(root, "a.ts", "import { b } from './b'; export * from './b'; export { c as d } from './c'; export const a = b + '/a'; import './c';\n")
    write(root, "b.ts", "import { a } from './a'; export * from './c'; export * from './b'; export const b = a + '/b'; export { d } from './a';\n")
    write(root, "c.ts", "export * from './a'; import * as self from './c'; export { self }; export const c = self.self.self.c; export { d as e, e as d } from './c';\n")
    write(root, "types.ts", "type A = B; type B = A; type C = C[]; type D<T> = D<D<T>>; interface E extends F {} interface F extends E { e: E; f(): F }\n"
          "class G extends H { constructor(private h: H) { super(h) } go() { return this.h.go() } } class H extends G { constructor(private g: G) { super(g) } go() { return this.g.go() } } class I extends I {}\n"
          "class J extends mixin(J) {} function mixin(x) { return class extends mixin(x) {} }\n")
    write(root, "self.ts", EXPRESS + "const x = x; const y = z + '/y'; const z = y + '/z'; let o = {}; o.o = o; o.p = [o]; o.p.push(o.p); const l = [l]; function f() { return f() + f }\n"
          "app.post(x, f); app.post(y, o.o.o.o); app.post(o.p, l); app.use(app); app.use('/again', app); app.post(f(), f); app.post('/kept', (q, r) => f(f(o)));\n"
          "const p = new Proxy(p, p); const { q = q, ...q2 } = q; app.use(...app); app.use([app, [app]]);\n")
    write(root, "mounts.ts", "import express from 'express'; const r = express.Router(), s = express.Router(), app = express(); r.use('/s', s); s.use('/r', r); r.post('/in', (q, p) => p.end()); app.use('/top', r); app.listen(1);\n")
    write(root, "m1.ts", "import { s } from './m2'; import { Router } from 'express'; export const r = Router(); r.use('/s', s); r.post('/x', s);\n")
    write(root, "m2.ts", "import { r } from './m1'; import { Router } from 'express'; export const s = Router(); s.use('/r', r); s.post('/y', r);\n")
    write(root, "package.json", '{"name": "x", "main": "package.json", "exports": {".": "./package.json"}, "workspaces": [".", "..", "*"]}')
    write(root, "tsconfig.json", '{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"*": ["./*", "*"]}, "baseUrl": "."}}')
    return {"code": (0, 3), "routes": ["POST /kept", "POST /top/in"]}


@case()
def cycles_python(root):
    write(root, "p/__init__.py", "from p import *\nfrom .a import *\nfrom . import p\n")
    write(root, "p/a.py", "from .b import b, router as other\nfrom fastapi import APIRouter\na = b + '/a'\nrouter = APIRouter(prefix=a)\nrouter.include_router(other)\n@router.post(a)\ndef f(x = f): return f(x)\n")
    write(root, "p/b.py", "from .a import a, router as other\nfrom fastapi import APIRouter\nb = a + '/b'\nrouter = APIRouter(prefix=b)\nrouter.include_router(other)\nrouter.include_router(router)\n@router.post(b)\ndef g(): return g()\n")
    write(root, "urls.py", "from django.urls import path, include\nx = x\nurlpatterns = [path('a/', include('urls')), path('b/', include(urlpatterns)), path('c/', f)]\nurlpatterns += urlpatterns\ndef f(r): return f(r)\n")
    write(root, "classes.py", "class A(B): pass\nclass B(A): x = A()\nclass C(C): y: 'C' = C\n@D\nclass D(D): pass\ndef deco(f): return deco(f)\n@deco\ndef h(): return h\n")
    write(root, "defaults.py", FASTAPI + "from fastapi import Depends\ndef d(x=Depends(e)): return x\ndef e(x=Depends(d)): return x\n@app.post('/deps')\ndef f(x=Depends(d)): return x\n")
    return {"code": (0, 3), "routes": ["POST /deps"]}


@case()
def cycles_go(root):
    write(root, "go.mod", "module x\nreplace x => ./\nrequire x v1.0.0\n")
    write(root, "a/a.go", 'package a\nimport "x/b"\nconst A = b.B + "/a"\nvar V = V\ntype T struct { *T; b.U }\ntype I interface { I; M() I }\nfunc (t T) M() I { return t.M() }\nfunc F() *T { return F().T.T }\n')
    write(root, "b/b.go", 'package b\nimport "x/a"\nconst B = a.A + "/b"\ntype U struct { a.T }\ntype W = X\ntype X = W\n')
    write(root, "main.go", GO.replace('import "net/http"', 'import ("net/http"; "x/a")')
          + 'func main() { m := http.NewServeMux(); m.Handle("/m/", m); m.Handle("/n/", http.StripPrefix("/n", m)); m.HandleFunc("POST /in", ok); http.Handle("/", m); http.HandleFunc("POST /kept", a.F().Serve) }\n')
    return {"code": (0, 3), "routes": ["POST /kept"]}


# ---- growth -------------------------------------------------------------------------------------------------------


@case()
def doubling_values(root):
    write(root, "text.ts", EXPRESS + "let s = 'ab';\n" + "s = s + s;\n" * 60 + "app.post(s, (q, r) => r.end());\n")
    write(root, "template.ts", EXPRESS + "let s = 'ab';\n" + "s = `${s}${s}`;\n" * 60 + "app.post('/t/' + s, (q, r) => r.end());\n")
    write(root, "list.ts", EXPRESS + "let l = ['/a', '/b'];\n" + "l = [...l, ...l];\n" * 60 + "app.post(l, (q, r) => r.end()); for (const p of l) app.put(p, f);\n")
    write(root, "concat.ts", EXPRESS + "let l = ['/a'];\n" + "l = l.concat(l, l);\n" * 60 + "l.push(...l);\n" * 60 + "app.post(l, f);\n")
    write(root, "map.ts", EXPRESS + "let m = {a: '/a'};\n" + "m = {...m, ...m, ['k' + x]: m};\n" * 60 + "Object.values(m).forEach(p => app.post(p, f));\n")
    write(root, "nest.ts", EXPRESS + "let n = (q, r) => r.end();\n" + "n = [n, n, n, n, n, n, n, n];\n" * 20 + "app.post('/nest', n);\nlet w = f;\n" + "w = wrap(w, w, w, w);\n" * 40 + "app.post('/wrap', w);\n")
    write(root, "a.py", FASTAPI + "s = '/a'\n" + "s += s\n" * 60 + "t = 'ab'\n" + "t = f'{t}{t}'\n" * 60 + "l = [1]\n" + "l += l\n" * 60 + "l = l + l\n" * 60 + "l.extend(l)\n" * 60 + "@app.post(s)\ndef f(): pass\n@app.post('/' + t)\ndef g(): pass\n")
    write(root, "p/a.go", GO + 'func main() { s := "a"\n' + "s = s + s\n" * 60 + "l := []string{s}\n" + "l = append(l, l...)\n" * 60 + 'http.HandleFunc("POST /" + s, ok) }\n')
    write(root, "repeat.ts", EXPRESS + "app.post('/x'.repeat(1000000000), f); app.post('/y'.padEnd(2000000000, 'z'), f); app.post(Array(1000000000).fill('/q'), f);\n")
    write(root, "repeat.py", FASTAPI + "@app.post('/x' * 1000000000)\ndef f(): pass\n@app.post('/' + '{:2000000000}'.format(1))\ndef g(): pass\n")
    return {"code": 3, "told": ["text.ts", "list.ts"], "options": ["-v"], "routes": a_route_each(root)}


@case(seconds=40)
def nested_loops(root):
    write(root, "a.ts", EXPRESS + "const l = [" + ",".join(f"'/{i}'" for i in range(200)) + "];\n" + "".join(f"for (const a{i} of l) " for i in range(6)) + "app.post(a1 + a2 + a3, f);\n"
          "l.forEach(a => l.forEach(b => l.forEach(c => l.forEach(d => app.put(a + b + c + d, f)))));\nl.map(a => l.map(b => l.map(c => l.map(d => l.flatMap(e => [a + b + c + d + e])))));\n")
    write(root, "a.py", FASTAPI + "l = [" + ",".join(f"'/{i}'" for i in range(200)) + "]\nx = [a + b + c + d for a in l for b in l for c in l for d in l]\nfor a in l:\n for b in l:\n  for c in l:\n   for d in l:\n    app.post(a + b + c + d)(f)\n")
    return {"code": 3, "kinds": ["budget"], "routes": a_route_each(root)}


@case(seconds=40)
def call_tree(root):
    """Every function calls the next twice with other arguments: no memo helps."""
    calls = "".join(f"function f{i}(a, b) {{ if (a) return f{i + 1}(a + '{i}', b); f{i + 1}(b, a + 'x'); return f{i + 1}(a + b, [a, b]) }}\n" for i in range(60))
    write(root, "a.ts", EXPRESS + CHARGE + calls + "function f60(a) { stripe.charges.create({}) }\napp.post('/tree', (q, r) => f0(q.body, 'y'));\n")
    write(root, "b.ts", EXPRESS + "function g(a) { return g(a + 1) + h(a) + g([a]) } function h(a) { return h(g) + g(h) + g(a) }\napp.post('/rec', (q, r) => g(h(q)));\n")
    return {"code": 3, "told": ["a.ts"], "routes": ["POST /tree", "POST /rec"]}


@case(seconds=40)
def path_explosion(root):
    ifs = "".join(f"  if (await redis.set(q.body.k{i}, 1, 'NX')) {{ n{i} = await db.query('insert into t{i} values (1)'); }} else {{ m{i} = await db.query('select * from t{i} where k = $1', [q.body.k{i}]) }}\n" for i in range(60))
    write(root, "a.ts", EXPRESS + "const redis = require('ioredis')(), db = require('pg');\n" + CHARGE + "app.post('/paths', async (q, r) => {\n" + ifs + "  await stripe.charges.create({}); r.json({});\n});\n")
    tries = "".join(f"  try {{ await stripe.charges.create({{ n: {i} }}) }} catch (e) {{ if (e.x) throw e; await db.query('update t set a = {i}') }}\n" for i in range(60))
    write(root, "b.ts", EXPRESS + "const db = require('pg');\n" + CHARGE + "app.post('/tries', async (q, r) => {\n" + tries + "});\n")
    nest = "".join(f"if (q.body.a{i}) {{ await stripe.charges.create({{}}, {{ idempotencyKey: q.headers['idempotency-key'] }});\n" for i in range(40))
    write(root, "c.ts", EXPRESS + CHARGE + "app.post('/nest', async (q, r) => {\n" + nest + "}" * 40 + "});\n")
    write(root, "d.ts", EXPRESS + CHARGE + "let x = 0;\n" + "".join(f"x = cond{i} ? {{ f: x, v: '{i}' }} : x;\n" for i in range(400)) + "app.post('/union', async (q, r) => { x.f.f.f.f.f(x); await stripe.charges.create(x, { idempotencyKey: x.v }) });\n")
    return {"code": 3, "kinds": ["budget"], "routes": ["POST /paths", "POST /tries", "POST /nest", "POST /union"]}


@case(seconds=60, megabytes=1200)
def diamond_mounts(root):
    write(root, "a.ts", "import express from 'express';\nconst app = express();\n" + "".join(f"const r{i} = express.Router();\n" for i in range(41))
          + "".join(f"r{i}.use('/a', r{i + 1}); r{i}.use('/b', r{i + 1});\n" for i in range(40)) + "app.use(r0);\n")
    write(root, "b.ts", "import express from 'express';\nconst app = express();\n" + "".join(f"const r{i} = express.Router();\n" for i in range(31))
          + "".join(f"r{i}.use('/a', r{i + 1}); r{i}.use('/b', r{i + 1});\n" for i in range(30)) + "r30.post('/x', (q, r) => r.end());\napp.use('/q', r0);\n")
    return {"code": 3, "kinds": ["budget"]}


@case(seconds=60, megabytes=1200, slow=True)
def many_guards(root):
    write(root, "a.ts", EXPRESS + "".join(f"function g{i}(q, r, next) {{ log({i}); next() }}\napp.use(g{i});\n" for i in range(400)) + "".join(f"app.post('/r{i}', (q, r) => r.end());\n" for i in range(400)))
    return {"code": (0, 3), "routes": ["POST /r399"]}


def many_routes(extension, text, count=100_000):
    def make(root):
        write(root, f"a.{extension}", text(count))
        return {"code": (0, 3), "options": ["--max-file-size", "40MB"], "count": count}

    make.__name__ = f"routes_{count}_{extension}"
    case(seconds=120, megabytes=4000, slow=True)(make)


many_routes("ts", lambda n: EXPRESS + "".join(f"app.post('/r{i}', (q, r) => r.end());\n" for i in range(n)))
many_routes("py", lambda n: FASTAPI + "".join(f"@app.post('/r{i}')\ndef f{i}(): return 1\n" for i in range(n)))
many_routes("go", lambda n: GO + "func main() {\n" + "".join(f'http.HandleFunc("POST /r{i}", ok)\n' for i in range(n)) + "}\n")


@case(seconds=60, megabytes=1200)
def named_handlers(root):
    n = 20_000
    write(root, "a.ts", EXPRESS + "".join(f"function h{i}(q, r) {{ r.end() }}\napp.post('/r{i}', h{i});\n" for i in range(n)))
    return {"code": (0, 3), "count": n}


# ---- depth of evaluation ------------------------------------------------------------------------------------------


@case(seconds=60, megabytes=1500, slow=True)
def long_roads(root):
    """Each step leads to the next one: constants, modules, re-exports, classes, aliases, calls."""
    n = 3_000
    write(root, "constants.ts", EXPRESS + "app.post(c0, f);\n" + "".join(f"const c{i} = c{i + 1};\n" for i in range(n)) + f"const c{n} = '/end';\n")
    write(root, "constants.py", FASTAPI + "def f():\n  return c0\napp.post(f())\n" + "".join(f"c{i} = c{i + 1}\n" for i in range(n)))
    write(root, "p/constants.go", GO + 'func main() { http.HandleFunc(C0, ok) }\n' + "".join(f"var C{i} = C{i + 1}\n" for i in range(n)) + f'const C{n} = "POST /end"\n')
    write(root, "calls.ts", EXPRESS + CHARGE + "".join(f"function f{i}() {{ return f{i + 1}() }}\n" for i in range(n)) + f"function f{n}() {{ stripe.charges.create() }}\napp.post('/calls', () => f0());\n")
    write(root, "classes.ts", "".join(f"class A{i} extends A{i + 1} {{ m{i}() {{ super.m() }} }}\n" for i in range(n)) + EXPRESS + "app.post('/classes', new A0().m);\n")
    write(root, "classes.py", FASTAPI + "".join(f"class A{i}(A{i + 1}): pass\n" for i in range(n)) + "app.post('/classes-py')(A0().m)\n")
    write(root, "aliases.ts", "".join(f"type T{i} = T{i + 1};\n" for i in range(n)) + EXPRESS + "function f(x: T0) { return x.y }\napp.post('/aliases', f);\n")
    write(root, "routers.ts", EXPRESS + "const e = require('express'); let r = app;\n" + "{ const s = e.Router(); r.use('/s', s); r = s; }\n" * 3000 + "r.post('/deep', f);\n")
    return {"code": 3, "told": ["too deep"], "routes": a_route_each(root)}


@case(seconds=60, megabytes=1500)
def long_roads_over_files(root):
    n = 3000
    for i in range(n):
        write(root, f"m/f{i}.ts", f"import {{ x as y }} from './f{i + 1}'; export const x = y;\n")
        write(root, f"e/f{i}.ts", f"export * from './f{i + 1}';\n")
        write(root, f"n/f{i}.ts", f"export {{ x }} from './f{i + 1}';\n")
        write(root, f"q/f{i}.py", f"from .f{i + 1} import x\nfrom .f{i + 1} import *\n")
    for folder in "men":
        write(root, f"{folder}/f{n}.ts", "export const x = '/end';\n")
    write(root, f"q/f{n}.py", "x = '/end'\n")
    write(root, "q/__init__.py", "")
    write(root, "a.ts", EXPRESS + "".join(f"import {{ x as {f} }} from './{f}/f0'; app.post({f}, f);\n" for f in "men"))
    write(root, "a.py", FASTAPI + "from q.f0 import x\n@app.post(x)\ndef f(): pass\n")
    return {"code": 3, "told": ["too deep"], "routes": a_route_each(root)}


@case(seconds=60, megabytes=1500)
def deep_expressions_times_calls(root):
    deep = lambda middle: "g(\n" * 400 + middle + ")" * 400
    write(root, "a.ts", EXPRESS + "".join(f"function f{i}(a) {{ return {deep(f'f{i + 1}(a)')} }}\n" for i in range(40)) + "function f40(a) { return a }\nconst x = f0(1);\napp.post('/deep', (q, r) => f0(q));\n")
    blocks = lambda middle: "if (a) {\n" * 400 + middle + "}\n" * 400
    write(root, "b.ts", EXPRESS + "".join(f"function f{i}(a) {{ {blocks(f'f{i + 1}(a)')} }}\n" for i in range(40)) + "function f40(a) { return a }\nf0(1);\napp.post('/blocks', (q, r) => f0(q));\n")
    return {"code": 3, "told": ["too deep"], "routes": ["POST /deep", "POST /blocks"]}


@case(seconds=40)
def sql_and_configuration(root):
    write(root, "schema.sql", "create table t (" + "(" * 50_000 + ");\n" + "create unique index on t (" + "a," * 50_000 + ");\n" + "'" + "x" * 100_000)
    write(root, "a.ts", EXPRESS + "app.post('/sql', async (q, r) => { await require('pg').query('insert into t values " + "(" * 20_000 + "'); await require('pg').query('" + "with a as (select " * 5000 + "') });\n")
    write(root, "package.json", "[" * 100_000)
    write(root, "tsconfig.json", '{"compilerOptions": ' + '{"a":' * 100_000)
    write(root, "pyproject.toml", "a = " + "[" * 100_000)
    write(root, "go.mod", "module " + "a/" * 100_000 + "\nreplace " * 1000)
    write(root, "requirements.txt", "-r requirements.txt\n" * 1000)
    write(root, "sub/schema.prisma", "model A {" * 20_000)
    return {"code": (0, 3), "routes": ["POST /sql"]}
