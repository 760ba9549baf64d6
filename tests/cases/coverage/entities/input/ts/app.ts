import express from "express";
import { Queue } from "bullmq";
import { format } from "date-fns";
import { prisma, Sessions } from "./store";

const app = express();
const sessions = new Sessions();
const reports = new Queue("reports");

// The row's own method tests what the request then sets.
app.post("/closed-once/partial", async (req, res) => {
  const session = await sessions.find(req.body.session);
  if (!session || session.isClosed()) return res.sendStatus(409);
  await sessions.close(session.id);
  await prisma.answer.create({ data: { sessionId: session.id, text: req.body.text } });
  res.sendStatus(200);
});

// That a row is not deleted says nothing of what was done to it.
app.post("/not-deleted/uncovered", async (req, res) => {
  const session = await sessions.find(req.body.session);
  if (!session || session.isDeleted()) return res.sendStatus(404);
  await prisma.session.update({ where: { id: session.id }, data: req.body });
  await prisma.answer.create({ data: { sessionId: session.id, text: req.body.text } });
  res.sendStatus(200);
});

// What is written does not make the test refuse the next.
app.post("/other-value/uncovered", async (req, res) => {
  const session = await sessions.find(req.body.session);
  if (!session || session.isDone()) return res.sendStatus(409);
  await prisma.session.update({ where: { id: session.id }, data: { status: "open" } });
  await prisma.answer.create({ data: { sessionId: session.id, text: req.body.text } });
  res.sendStatus(200);
});

// Only the last answer ends the session: the others may be sent again.
app.post("/last-only/uncovered", async (req, res) => {
  const session = await sessions.find(req.body.session);
  if (!session || session.isDone()) return res.sendStatus(409);
  if (req.body.last) {
    await prisma.answer.create({ data: { sessionId: session.id, text: req.body.text } });
    await prisma.session.update({ where: { id: session.id }, data: { status: "done" } });
  } else {
    await prisma.answer.create({ data: { sessionId: session.id, text: req.body.text } });
  }
  res.sendStatus(200);
});

// Found through a client that is kept on the global object, and taken away.
app.post("/one-time/partial", async (req, res) => {
  const found = await prisma.session.findFirst({ where: { token: req.body.token } });
  if (!found) return res.sendStatus(404);
  await prisma.answer.create({ data: { sessionId: found.id, text: req.body.text } });
  await prisma.session.delete({ where: { id: found.id } });
  res.sendStatus(200);
});

// A row per meter and day: the time is the request's.
app.post("/by-day/covered", async (req, res) => {
  const day = new Date(req.body.day);
  await prisma.reading.upsert({
    where: { meter_day: { meter: req.body.meter, day } },
    create: { meter: req.body.meter, day, value: req.body.value },
    update: { value: req.body.value },
  });
  res.sendStatus(200);
});

// The time of the request: every repeat is a row of its own.
app.post("/by-now/uncovered", async (req, res) => {
  const day = new Date();
  await prisma.reading.upsert({
    where: { meter_day: { meter: req.body.meter, day } },
    create: { meter: req.body.meter, day, value: req.body.value },
    update: { value: req.body.value },
  });
  res.sendStatus(200);
});

// A job per meter and day, whenever it is asked for.
app.post("/jobs/partial", async (req, res) => {
  const readings = await prisma.reading.findMany({ where: { meter: req.body.meter } });
  await reports.addBulk(
    readings.map((reading) => ({
      name: "report",
      data: { meter: reading.meter },
      opts: { jobId: `${reading.meter}-${format(new Date(), "yyyy-MM-dd")}` },
    })),
  );
  res.sendStatus(202);
});

app.post("/jobs-anew/uncovered", async (req, res) => {
  const readings = await prisma.reading.findMany({ where: { meter: req.body.meter } });
  await reports.addBulk(
    readings.map((reading) => ({ name: "report", data: {}, opts: { jobId: `${reading.meter}-${Date.now()}` } })),
  );
  res.sendStatus(202);
});

app.listen(3000);
