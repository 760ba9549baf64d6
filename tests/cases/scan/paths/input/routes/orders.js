const { Router } = require("express");
const { place } = require("../lib/place");
const router = Router();
router.post("/", async (req, res) => {
  await place(req.body);
  res.sendStatus(201);
});
router.delete("/:id", (req, res) => res.sendStatus(204));
module.exports = router;
