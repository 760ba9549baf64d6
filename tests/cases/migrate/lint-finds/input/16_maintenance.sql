SET lock_timeout = '2s';
REINDEX TABLE orders;
CLUSTER orders USING orders_pkey;
VACUUM (FULL, ANALYZE) orders;
