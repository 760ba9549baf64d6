-- Scheduling a name that is there replaces its job: running this again changes nothing.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

DO $idem$
BEGIN
  IF to_regclass('cron.job') IS NULL THEN
    RAISE EXCEPTION 'pg_cron is not installed in this database'
      USING HINT = 'CREATE EXTENSION pg_cron in the database that cron.database_name names, or call the functions from elsewhere.';
  END IF;
END
$idem$;

@jobs@
