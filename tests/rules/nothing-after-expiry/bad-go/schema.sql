CREATE TABLE payments (
  id bigserial PRIMARY KEY,
  order_no text NOT NULL,
  cents bigint NOT NULL
);
