DROP TABLE IF EXISTS idempotency;
