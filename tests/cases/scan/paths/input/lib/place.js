const { Pool } = require("pg");
const pool = new Pool();
exports.place = (order) => pool.query("INSERT INTO orders (item) VALUES ($1)", [order.item]);
