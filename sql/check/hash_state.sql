-- Do the hash partitions of a table ($1 as written in SQL) take every key? Their shares add up to one.
SELECT coalesce(sum(1.0 / substring(pg_get_expr(c.relpartbound, c.oid) from 'modulus ([0-9]+)')::numeric), 0) > 0.99999
FROM pg_catalog.pg_inherits AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
WHERE i.inhparent = to_regclass($1);
