CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  total_cents bigint NOT NULL,
  charge text
);

CREATE TABLE coupons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  percent int NOT NULL
);

CREATE TABLE request_keys (
  customer_id bigint NOT NULL,
  operation text NOT NULL,
  idempotency_key text NOT NULL,
  request_fingerprint text NOT NULL,
  status int,
  body jsonb,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, operation, idempotency_key)
);
