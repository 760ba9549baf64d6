import express from "express";
import knex from "knex";
import { v4 as uuid } from "uuid";

const app = express();
const db = knex({ client: "pg" });

// A unique column that the request fills.
app.post("/unique/covered", async (req, res) => {
  await db("coupons").insert({ id: uuid(), code: req.body.code });
  res.sendStatus(201);
});

// A unique column that every request makes anew protects nothing.
app.post("/made-anew/uncovered", async (req, res) => {
  await db("orders").insert({ id: uuid(), public_id: uuid(), status: "open", total: req.body.total });
  res.sendStatus(201);
});

// The unique index stands in the way back of the migration.
app.post("/way-back/uncovered", async (req, res) => {
  await db("notes").insert({ id: uuid(), text: req.body.text });
  res.sendStatus(201);
});

// What the request has just deleted cannot clash.
app.post("/deleted-first/uncovered", async (req, res) => {
  await db("coupons").where({ made_by: req.body.user }).delete();
  await db("coupons").insert({ id: uuid(), code: req.body.code, made_by: req.body.user });
  res.sendStatus(201);
});

// Built in steps: the conflict clause comes after the insert.
app.post("/steps/covered", async (req, res) => {
  const rows = await db("coupons").insert({ id: uuid(), code: req.body.code }).onConflict("code").ignore().returning("id");
  if (rows.length === 0) return res.sendStatus(200);
  res.sendStatus(201);
});

// A state that this request changes is tested, and refused: two at once still pass.
app.post("/state-guard/partial", async (req, res) => {
  const order = await db("orders").where({ id: req.body.id }).first();
  if (order.status !== "open") return res.sendStatus(409);
  await db("orders").where({ id: req.body.id }).update({ status: "paid" });
  await fetch("https://mail.example.com/send", { method: "POST", body: order.id });
  res.sendStatus(200);
});

// A test of something else protects nothing.
app.post("/other-state/uncovered", async (req, res) => {
  const user = await db("users").where({ id: req.body.user }).first();
  if (user.blocked) return res.sendStatus(403);
  await db("notes").insert({ id: uuid(), text: req.body.text });
  res.sendStatus(201);
});

// A test that only chooses between two ways refuses nobody.
app.post("/chooses/uncovered", async (req, res) => {
  const order = await db("orders").where({ id: req.body.id }).first();
  if (order.status === "open") await db("orders").where({ id: req.body.id }).update({ status: "seen" });
  await db("notes").insert({ id: uuid(), text: req.body.text });
  res.sendStatus(201);
});

// A one-time token that is taken away.
app.post("/consumed/partial", async (req, res) => {
  const token = await db("tokens").where({ secret: req.body.secret }).first();
  if (!token) return res.sendStatus(404);
  await db("notes").insert({ id: uuid(), text: req.body.text });
  await db("tokens").where({ id: token.id }).delete();
  res.sendStatus(200);
});

// An API key is no idempotency key.
app.post("/api-key/uncovered", async (req, res) => {
  const known = await db("api_keys").where({ key: req.header("X-Api-Key") }).first();
  if (!known) return res.sendStatus(401);
  await db("notes").insert({ id: uuid(), text: req.body.text });
  res.sendStatus(201);
});

app.listen(3000);
