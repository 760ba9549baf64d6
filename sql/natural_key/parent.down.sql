-- ACCESS EXCLUSIVE on the parent and its partitions, for an instant: an index over partitions cannot be dropped concurrently.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

-- idem-ignore index-not-concurrent: an index over partitions cannot be dropped concurrently
DROP INDEX IF EXISTS @index@;
