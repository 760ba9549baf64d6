import type { FastifyPluginAsync } from "fastify";
import nodemailer from "nodemailer";

const mail = nodemailer.createTransport({ host: "localhost" });

export const invoices: FastifyPluginAsync = async (fastify) => {
  fastify.addHook("onRequest", async () => {});
  fastify.post("/:id/mail", { schema: {} }, async (request) => {
    await mail.sendMail({ to: "a@example.org", subject: String(request.params) });
    return {};
  });
  fastify.get("/:id", async () => ({}));
  fastify.register(
    async (inner) => {
      inner.patch("/:line", async (request) => {
        await fastify.mongo.collection("lines").updateOne({}, { $set: { at: request.params } });
      });
    },
    { prefix: "/lines" },
  );
};
