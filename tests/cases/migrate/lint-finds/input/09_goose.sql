-- +goose Up
SET LOCAL lock_timeout = '2s';
ALTER TABLE orders ADD CONSTRAINT fk FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;
-- +goose Down
ALTER TABLE orders DROP CONSTRAINT fk;
