// The library is re-exported as a whole beside the project's own client.
export * from "drizzle-orm";
export * from "./client";
