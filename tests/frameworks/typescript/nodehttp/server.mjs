import http from "node:http";
import { writeFile } from "node:fs/promises";
import pg from "pg";

const pool = new pg.Pool();

async function addOrder(req, res) {
  await pool.query("INSERT INTO orders (note) VALUES ($1)", [req.headers["x-note"]]);
  res.writeHead(201).end();
}

const server = http.createServer(async (req, res) => {
  const { pathname } = new URL(req.url, "http://localhost");
  if (pathname === "/orders") {
    if (req.method === "POST") return addOrder(req, res);
    if (req.method === "GET") {
      const { rows } = await pool.query("SELECT * FROM orders");
      return res.end(JSON.stringify(rows));
    }
  } else if (req.method === "POST" && pathname === "/notes") {
    await writeFile("notes.txt", "note");
    return res.end();
  }
  res.writeHead(404).end();
});

server.listen(8080);
