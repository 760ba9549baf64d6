import { db } from "../../../lib/db";

export async function GET() {
  return Response.json(await db.order.findMany());
}

export async function POST(request: Request) {
  const order = await db.order.create({ data: await request.json() });
  return Response.json(order, { status: 201 });
}
