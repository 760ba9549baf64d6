-- SHARE on the parent alone, for an instant: no partition is read. Then ATTACH per partition, catalogue rows only.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

CREATE UNIQUE INDEX IF NOT EXISTS @index_name@ ON ONLY @core@ (@columns@)@where@;
@attach@
