import { Resend } from "resend";
import { after } from "next/server";
import { db } from "../../../lib/db";

export async function POST() {
  const sent = await new Resend("k").emails.send({ to: "a", from: "b", subject: "c", text: "d" });
  after(async () => {
    await db.mailLog.create({ data: {} });
  });
  return Response.json(sent);
}
