const express = require("express");
const orders = require("./routes/orders");
const app = express();
app.use(express.json());
app.use("/api/orders", orders);
app.post("/health", (req, res) => res.sendStatus(204));
app.listen(3000);
