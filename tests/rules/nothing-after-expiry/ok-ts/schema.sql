CREATE TABLE payments (
  id bigserial PRIMARY KEY,
  order_no text NOT NULL UNIQUE,
  cents bigint NOT NULL
);
