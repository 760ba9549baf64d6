import { Ioc } from "@adonisjs/fold";
import Router from "@koa/router";
import Koa from "koa";
import { createOrderRoutes, createOrderService } from "./services";

const container = new Ioc();
container.singleton("orderService", () => createOrderService());
container.singleton("orderRoutes", async (deps) =>
  createOrderRoutes({ orderService: await deps.use("orderService") }),
);

async function start() {
  const router = new Router();
  const orderRoutes = await container.use("orderRoutes");
  router.post("/orders", orderRoutes.create);
  router.post("/orders/lookup", orderRoutes.lookup);
  const app = new Koa();
  app.use(router.routes());
  app.listen(3000);
}

start();
