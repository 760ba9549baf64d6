CREATE TABLE orders (
  shop_id bigint NOT NULL,
  order_number text NOT NULL,
  total bigint NOT NULL,
  UNIQUE (shop_id, order_number)
);
