-- A CREATE INDEX CONCURRENTLY that failed leaves an INVALID index, and IF NOT EXISTS would then skip over it.
DROP INDEX CONCURRENTLY IF EXISTS @index@;
