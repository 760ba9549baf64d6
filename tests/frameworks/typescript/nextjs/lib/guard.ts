import type { NextRequest } from "next/server";

type Handler = (request: NextRequest, context: { params: { id: string } }) => Promise<Response>;

export function signedIn(handler: Handler): Handler {
  return async (request, context) => {
    if (!request.headers.get("authorization")) return new Response("", { status: 401 });
    return handler(request, context);
  };
}
