SET lock_timeout = '2s';
ALTER TABLE orders ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE orders ALTER COLUMN total TYPE bigint;
