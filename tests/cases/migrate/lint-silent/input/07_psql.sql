\set x 1
SELECT format('DROP INDEX CONCURRENTLY %s', indexrelid::regclass) FROM pg_index WHERE NOT indisvalid \gexec
SELECT 1;
