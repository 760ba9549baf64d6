SET lock_timeout = '2s';
CREATE TABLE customers (id bigint PRIMARY KEY);
CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customers (id), parent bigint REFERENCES orders (id));
CREATE INDEX o ON orders (customer_id);
CREATE TRIGGER t BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION f();
ALTER TABLE orders ADD CONSTRAINT u UNIQUE (customer_id);
