SET lock_timeout = '2s';
ALTER TABLE orders ADD COLUMN token text DEFAULT 'o-' || md5(random()::text);
ALTER TABLE orders ADD COLUMN seq bigserial;
ALTER TABLE orders ADD COLUMN key text UNIQUE;
ALTER TABLE orders ALTER COLUMN note TYPE text;
ALTER TABLE orders ATTACH PARTITION orders_rest DEFAULT;
