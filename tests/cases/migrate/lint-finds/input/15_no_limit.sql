SET lock_timeout = '0ms';
ALTER TABLE orders RENAME COLUMN a TO b;
