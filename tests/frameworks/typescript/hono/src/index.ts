import { Hono } from "hono";
import { OpenAPIHono } from "@hono/zod-openapi";
import { createRoute, z } from "@hono/zod-openapi";
import { drizzle } from "drizzle-orm/node-postgres";
import { items } from "./schema";
import { checkout } from "./checkout";

const db = drizzle(process.env.DATABASE_URL ?? "");

const create = createRoute({
  method: "post",
  path: "/{shelf}/items",
  request: { params: z.object({ shelf: z.string() }) },
  responses: { 201: { description: "made" } },
});

const v1 = new OpenAPIHono();

function registerItems(api: typeof v1) {
  return api.openapi(create, async (c) => {
    const [made] = await db.insert(items).values({ shelf: c.req.param("shelf") }).returning();
    return c.json(made, 201);
  });
}
registerItems(v1);

const app = new Hono().basePath("/api");
app.use("*", async (c, next) => {
  await next();
  c.header("x-served-by", "shop");
});
app.route("/v1", v1);
app.route("/checkout", checkout);
app.get("/items", async (c) => c.json(await db.select().from(items)));
app.on(["PUT", "PATCH"], "/items/:id", async (c) => {
  await db.transaction(async (tx) => {
    await tx.update(items).set({ name: "n" });
  });
  return c.body(null, 204);
});

export default app;
