import type Router from "@koa/router";
import type { Knex } from "knex";

export function register(router: Router, db: Knex) {
  const nested = router;
  nested.patch("/orders/:id", async (ctx) => {
    await db.raw("UPDATE orders SET paid = true WHERE id = ?", [ctx.params.id]);
  });
  nested.post("/orders/search", async (ctx) => {
    ctx.body = await db.raw("SELECT * FROM orders");
  });
}
