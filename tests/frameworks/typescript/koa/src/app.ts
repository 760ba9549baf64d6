import Koa from "koa";
import Router from "@koa/router";
import mount from "koa-mount";
import knex from "knex";
import { admin } from "./admin";
import { register } from "./orders";

const app = new Koa();
const router = new Router({ prefix: "/api" });
const db = knex({ client: "pg" });

router.use(async (ctx, next) => {
  if (!ctx.get("authorization")) ctx.throw(401);
  await next();
});

router.get("/items", async (ctx) => {
  ctx.body = await db("items").select();
});

for (const kind of ["books", "records"]) {
  router.post(`/${kind}`, async (ctx) => {
    await db("items").insert({ kind });
    ctx.status = 201;
  });
}

router.post("renamed", "/items/:id/name", async (ctx) => {
  await db.transaction(async (trx) => {
    await trx("items").where({ id: ctx.params.id }).update({ name: "n" });
  });
});

register(router, db);
app.use(router.routes()).use(router.allowedMethods());
app.use(mount("/admin", admin));
app.listen(3000);
