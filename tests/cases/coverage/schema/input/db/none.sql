CREATE TABLE orders (id bigserial PRIMARY KEY, tenant_id text, idempotency_key text, other_key text, item text);
CREATE INDEX orders_key ON orders (tenant_id, idempotency_key);
