import express from "express";
import { orders } from "./routes/orders.js";
import { payments } from "./routes/payments.js";
import { coupons } from "./routes/coupons.js";

const app = express();
app.use(express.json());
app.use("/api/orders", orders);
app.use("/api/payments", payments);
app.use("/api/coupons", coupons);
app.listen(3000);
