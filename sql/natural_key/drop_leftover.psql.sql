-- A CREATE INDEX CONCURRENTLY that failed leaves an INVALID index, and IF NOT EXISTS would then skip over it.
SELECT format('DROP INDEX CONCURRENTLY %s', indexrelid::regclass) FROM pg_catalog.pg_index
WHERE indexrelid = to_regclass(@index_literal@) AND NOT indisvalid \gexec
