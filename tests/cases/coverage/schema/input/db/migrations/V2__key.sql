ALTER TABLE orders ADD COLUMN idempotency_key text NOT NULL;
CREATE UNIQUE INDEX orders_once ON orders (tenant_id, idempotency_key);
