CREATE TABLE orders (id bigint PRIMARY KEY);
CREATE TABLE order_lines (id bigint PRIMARY KEY);
