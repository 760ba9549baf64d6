CREATE TABLE idempotency (key text PRIMARY KEY, order_id bigint);
