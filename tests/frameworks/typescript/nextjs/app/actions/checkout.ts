"use server";

import { db } from "../../lib/db";

export async function placeOrder(form: FormData) {
  await db.order.create({ data: { note: String(form.get("note")) } });
}
