import Koa from "koa";
import Router from "koa-router";
import { exec } from "child_process";

export const admin = new Koa();
const router = new Router();
router.prefix("/tools");
router.post("/backup", (ctx) => {
  exec("backup");
  ctx.status = 202;
});
admin.use(router.routes());
