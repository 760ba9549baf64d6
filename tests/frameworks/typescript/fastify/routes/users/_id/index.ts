import type { FastifyInstance } from "fastify";

export default async function user(fastify: FastifyInstance) {
  fastify.delete("/", async (request) => {
    await fastify.mongo.collection("users").deleteOne({ id: String(request.params) });
  });
}
