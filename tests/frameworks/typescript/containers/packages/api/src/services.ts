import { db, eq, orders } from "@shop/db";

export interface OrderService {
  create(number: string): Promise<void>;
  find(number: string): Promise<unknown>;
}

export function createOrderService(): OrderService {
  return {
    create: async (number: string) => {
      await db.insert(orders).values({ number });
    },
    find: (number: string) => db.select().from(orders).where(eq(orders.number, number)),
  };
}

interface Deps {
  orderService: OrderService;
}

export function createOrderRoutes(deps: Deps) {
  return {
    create: async (ctx: any) => {
      await deps.orderService.create(ctx.request.body.number);
      ctx.status = 201;
    },
    // Near miss: reads only.
    lookup: async (ctx: any) => {
      ctx.body = await deps.orderService.find(ctx.request.body.number);
    },
  };
}
