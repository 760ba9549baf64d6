import fp from "fastify-plugin";
import { MongoClient, type Db } from "mongodb";

declare module "fastify" {
  interface FastifyInstance {
    mongo: Db;
  }
}

export default fp(async (fastify) => {
  const client = await MongoClient.connect("mongodb://localhost");
  fastify.decorate("mongo", client.db("shop"));
});
