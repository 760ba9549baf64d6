import type { NextApiRequest, NextApiResponse } from "next";
import { db } from "../../../lib/db";

const handlers: Record<string, (req: NextApiRequest, res: NextApiResponse) => Promise<void>> = {
  async PATCH(req, res) {
    res.json(await db.item.update({ where: { id: String(req.query.id) }, data: req.body }));
  },
  async GET(req, res) {
    res.json(await db.item.findUnique({ where: { id: String(req.query.id) } }));
  },
};

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  if (!["GET", "PATCH"].includes(req.method ?? "")) return res.status(405).end();
  await handlers[req.method ?? ""](req, res);
}
