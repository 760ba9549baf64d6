import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";

export const orders = pgTable("orders", { id: text("id").primaryKey(), number: text("number").unique() });
export const db = drizzle(process.env.DATABASE_URL!);
