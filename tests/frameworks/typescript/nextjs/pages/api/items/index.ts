import type { NextApiRequest, NextApiResponse } from "next";
import { db } from "../../../lib/db";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const { method } = req;
  switch (method) {
    case "GET":
      return list(req, res);
    case "POST":
      return add(req, res);
    default:
      res.setHeader("Allow", "GET, POST");
      res.status(405).end();
  }
}

const list = async (_req: NextApiRequest, res: NextApiResponse) => {
  res.json(await db.item.findMany());
};

const add = async (req: NextApiRequest, res: NextApiResponse) => {
  res.status(201).json(await db.item.create({ data: req.body }));
};
