SET LOCAL lock_timeout = '2s';
ALTER TABLE payments DROP COLUMN a;
