import { pgTable, text } from "drizzle-orm/pg-core";

export const items = pgTable("items", { shelf: text("shelf"), name: text("name") });
