#!/usr/bin/env python3
"""make_tree.py FOLDER [FILES [SEED]]: writes a project of so many source files (default 5,000) in TypeScript, Python and
Go. The same seed gives the same bytes. A tenth of the files hold routes, the rest what applications are made of:
services, models, helpers that call each other across files."""
import os
import random
import sys

WORDS = ["order", "invoice", "refund", "cart", "parcel", "ticket", "voucher", "ledger", "tenant", "profile", "address",
         "quote", "claim", "policy", "device", "report", "batch", "plan", "seat", "meter"]


def ts_service(r, n, other):
    lines = [f"import {{ helper{other} }} from './service{other}';", "import { prisma } from '../db';", ""]
    for k in range(r.randint(6, 14)):
        word = r.choice(WORDS)
        lines += [f"export async function {word}{n}x{k}(input: {{ id: string; amount: number }}) {{",
                  f"  const found = await prisma.{word}.findMany({{ where: {{ id: input.id }}, take: {r.randint(1, 50)} }});",
                  "  const total = found.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0);",
                  f"  if (total > {r.randint(10, 9999)}) {{", f"    await helper{other}(input.id);", "  }",
                  "  return { total, count: found.length };", "}", ""]
    lines += [f"export async function helper{n}(id: string) {{",
              f"  return prisma.{r.choice(WORDS)}.create({{ data: {{ id, kind: '{r.choice(WORDS)}' }} }});", "}"]
    return "\n".join(lines) + "\n"


def ts_routes(r, n, other):
    lines = ["import { Router } from 'express';", f"import {{ helper{other} }} from '../services/service{other}';", "",
             "const router = Router();", ""]
    for k in range(r.randint(2, 6)):
        method, word = r.choice(["get", "post", "patch", "post"]), r.choice(WORDS)
        lines += [f"router.{method}('/{word}s/{n}/{k}', async (req, res) => {{",
                  f"  const made = await helper{other}(req.body.id);", "  res.json(made);", "});"]
    return "\n".join(lines + ["", "export default router;"]) + "\n"


def py_service(r, n, other):
    lines = ["from sqlalchemy import select", "", f"from app.services.service{other} import helper{other}",
             "from app.models import Base", ""]
    for k in range(r.randint(6, 14)):
        word = r.choice(WORDS)
        lines += ["", f"async def {word}_{n}_{k}(session, ident: str, amount: int = {r.randint(1, 99)}):",
                  f"    rows = (await session.execute(select(Base).where(Base.{word} == ident))).scalars().all()",
                  "    total = sum(row.amount for row in rows)", f"    if total > {r.randint(10, 9999)}:",
                  f"        await helper{other}(session, ident)", "    return {\"total\": total, \"count\": len(rows)}", ""]
    lines += ["", f"async def helper{n}(session, ident):", "    session.add(Base(id=ident))", "    await session.commit()"]
    return "\n".join(lines) + "\n"


def py_routes(r, n, other):
    lines = ["from fastapi import APIRouter", "", f"from app.services.service{other} import helper{other}", "",
             f"router = APIRouter(prefix=\"/v{n}\")", ""]
    for k in range(r.randint(2, 6)):
        method, word = r.choice(["get", "post", "patch", "post"]), r.choice(WORDS)
        lines += ["", f"@router.{method}(\"/{word}s/{k}\")", f"async def {word}_{k}(ident: str, session=None):",
                  f"    return await helper{other}(session, ident)", ""]
    return "\n".join(lines) + "\n"


def go_service(r, n, other):
    lines = ["package services", "", "import (", "\t\"context\"", "\t\"database/sql\"", ")", ""]
    for k in range(r.randint(5, 12)):
        word = r.choice(WORDS).capitalize()
        lines += [f"func {word}{n}x{k}(ctx context.Context, db *sql.DB, id string) (int, error) {{",
                  f"\trows, err := db.QueryContext(ctx, \"SELECT amount FROM {word.lower()}s WHERE id = $1\", id)",
                  "\tif err != nil {", "\t\treturn 0, err", "\t}", "\tdefer rows.Close()", "\ttotal := 0",
                  "\tfor rows.Next() {", "\t\tvar amount int", "\t\tif err := rows.Scan(&amount); err != nil {",
                  "\t\t\treturn 0, err", "\t\t}", "\t\ttotal += amount", "\t}",
                  f"\tif total > {r.randint(10, 9999)} {{", f"\t\treturn total, Helper{other}(ctx, db, id)", "\t}",
                  "\treturn total, rows.Err()", "}", ""]
    lines += [f"func Helper{n}(ctx context.Context, db *sql.DB, id string) error {{",
              f"\t_, err := db.ExecContext(ctx, \"INSERT INTO {r.choice(WORDS)}s (id) VALUES ($1)\", id)",
              "\treturn err", "}"]
    return "\n".join(lines) + "\n"


def go_routes(r, n, other):
    lines = ["package routes", "", "import (", "\t\"database/sql\"", "\t\"net/http\"", "",
             "\t\"example.com/shop/services\"", ")", "", f"func Routes{n}(mux *http.ServeMux, db *sql.DB) {{"]
    for k in range(r.randint(2, 6)):
        method, word = r.choice(["GET", "POST", "PATCH", "POST"]), r.choice(WORDS)
        lines += [f"\tmux.HandleFunc(\"{method} /{word}s/{n}/{k}\", func(w http.ResponseWriter, r *http.Request) {{",
                  f"\t\tif err := services.Helper{other}(r.Context(), db, r.PathValue(\"id\")); err != nil {{",
                  "\t\t\thttp.Error(w, err.Error(), 500)", "\t\t}", "\t})"]
    return "\n".join(lines + ["}"]) + "\n"


LANGUAGES = [("web/src", "ts", ts_service, ts_routes), ("api/app", "py", py_service, py_routes),
             ("core", "go", go_service, go_routes)]


def main():
    root = sys.argv[1]
    files = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    r = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

    def write(path, text):
        path = os.path.join(root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    write("web/package.json", '{"name": "web", "dependencies": {"express": "4", "@prisma/client": "5"}}\n')
    write("web/src/db.ts", "import { PrismaClient } from '@prisma/client';\nexport const prisma = new PrismaClient();\n")
    write("api/pyproject.toml", '[project]\nname = "app"\nversion = "1"\n')
    write("api/app/models.py", "from sqlalchemy.orm import DeclarativeBase\n\n\nclass Base(DeclarativeBase):\n    pass\n")
    write("core/go.mod", "module example.com/shop\n\ngo 1.22\n")
    each = files // 3
    for folder, ending, service, routes in LANGUAGES:
        with_routes = each // 10
        services = each - with_routes
        for n in range(services):
            write(f"{folder}/services/service{n}.{ending}", service(r, n, (n * 7 + 3) % services))
        for n in range(with_routes):
            write(f"{folder}/routes/routes{n}.{ending}", routes(r, n, (n * 11 + 5) % services))
    write("web/src/main.ts", "import express from 'express';\n" +
          "".join(f"import r{n} from './routes/routes{n}';\n" for n in range(each // 10)) +
          "const app = express();\n" + "".join(f"app.use('/api', r{n});\n" for n in range(each // 10)))


main()
