import Fastify, { type FastifyInstance } from "fastify";
import autoload from "@fastify/autoload";
import { join } from "path";
import storage from "./plugins/storage";
import { invoices } from "./plugins/invoices";

export async function build() {
  const app = Fastify({ logger: true });
  await app.register(storage);
  app.register(invoices, { prefix: "/invoices" });
  app.register(autoload, { dir: join(__dirname, "routes"), options: { prefix: "/v1" } });
  audit(app);
  return app;
}

function audit(app: FastifyInstance) {
  app.route({
    method: ["POST", "PUT"],
    url: "/audit/:id",
    preHandler: async (request, reply) => {
      if (!request.headers.authorization) return reply.code(401).send();
    },
    handler: async (request, reply) => {
      await request.server.mongo.collection("audit").insertOne({ at: request.params });
      return reply.code(204).send();
    },
  });
}

build().then((app) => app.listen({ port: 3000 }));
