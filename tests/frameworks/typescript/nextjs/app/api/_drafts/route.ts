import { db } from "../../../lib/db";
// A private folder is no route.
export async function POST() {
  await db.order.deleteMany();
  return new Response("");
}
