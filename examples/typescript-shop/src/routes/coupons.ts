// Racy but harmless: the code is UNIQUE, so of two requests at once one fails.
import { Router } from "express";
import { pool } from "../db.js";

export const coupons = Router();

coupons.post("/", async (req, res) => {
  await pool.query("INSERT INTO coupons (code, percent) VALUES ($1, $2)", [req.body.code, req.body.percent]);
  res.status(201).end();
});

// Reads only, though it is a POST.
coupons.post("/search", async (req, res) => {
  const { rows } = await pool.query("SELECT code, percent FROM coupons WHERE code LIKE $1", [req.body.prefix + "%"]);
  res.json(rows);
});
