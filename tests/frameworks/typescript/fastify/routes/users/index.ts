import type { FastifyInstance } from "fastify";

export default async function users(fastify: FastifyInstance) {
  fastify.post("/", async (request, reply) => {
    await fastify.mongo.collection("users").insertOne({ name: String(request.body) });
    return reply.code(201).send();
  });
  fastify.post("/search", async () => fastify.mongo.collection("users").find().toArray());
}
