BEGIN;
SET LOCAL lock_timeout = '2s';
ALTER TABLE orders ADD COLUMN a text;
COMMIT;
ALTER TABLE orders ADD COLUMN b text;
ALTER TABLE orders ADD COLUMN c text;
