const DEDUP_WINDOW_MS = 24 * 60 * 60 * 1000;
await redis.set(`processed-event:${event.id}`, "1", "EX", 86400, "NX");
