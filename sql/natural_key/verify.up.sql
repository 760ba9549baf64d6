SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

DO $idem$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_index
                 WHERE indexrelid = to_regclass(@index_literal@) AND indisunique AND indisvalid AND indisready) THEN
    RAISE EXCEPTION 'the index % is absent or INVALID: nothing is unique yet', @index_literal@
      USING HINT = 'DROP INDEX CONCURRENTLY it, settle duplicates, and create it again.';
  END IF;
END
$idem$;
