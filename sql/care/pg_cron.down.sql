SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

DO $idem$
BEGIN
  IF to_regclass('cron.job') IS NOT NULL THEN
    PERFORM cron.unschedule(jobid) FROM cron.job WHERE jobname IN (@job_names@);
  END IF;
END
$idem$;
