CREATE TABLE keys (
  key text PRIMARY KEY,
  order_id bigint REFERENCES orders (id)
);
