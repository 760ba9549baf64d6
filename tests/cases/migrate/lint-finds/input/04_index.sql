CREATE INDEX k ON orders (key);
ALTER TABLE orders ADD CONSTRAINT one_key UNIQUE (key);
DROP INDEX old_key;
