CREATE TABLE rides (id bigint PRIMARY KEY, ledger text NOT NULL, "idempotencyKey" text);
CREATE UNIQUE INDEX CONCURRENTLY one_ride ON rides ("idempotencyKey");
CREATE TABLE logs (id bigint PRIMARY KEY, ledger text NOT NULL, idempotency_key text, idempotency_hash bytea);
CREATE UNIQUE INDEX one_log ON logs (ledger, idempotency_key);
