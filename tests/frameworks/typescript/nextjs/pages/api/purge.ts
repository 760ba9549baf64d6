import type { NextApiRequest, NextApiResponse } from "next";
import { db } from "../../lib/db";

export default async function purge(req: NextApiRequest, res: NextApiResponse) {
  if (req.method !== "POST") return res.status(405).end();
  await db.item.deleteMany();
  res.status(204).end();
}
