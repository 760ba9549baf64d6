--@if functions
-- Refuses status changes that no worker may make, whoever sends them.
CREATE OR REPLACE FUNCTION @fn:_guard@() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF OLD.status = NEW.status AND OLD.status <> 'PROCESSING' THEN
    RETURN NEW;
  END IF;
  IF (CASE OLD.status
       WHEN 'PROCESSING' THEN NEW.status IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN')
         OR (NEW.status = 'PROCESSING' AND OLD.effect_started_at IS NULL AND OLD.locked_until <= clock_timestamp())
       WHEN 'FAILED_RETRYABLE' THEN NEW.status = 'PROCESSING' AND NEW.owner_token IS DISTINCT FROM OLD.owner_token
       WHEN 'OUTCOME_UNKNOWN' THEN NEW.status IN ('SUCCEEDED', 'FAILED_FINAL', 'MANUAL_REVIEW')
         OR (NEW.status = 'PROCESSING' AND NEW.owner_token IS DISTINCT FROM OLD.owner_token)
       WHEN 'MANUAL_REVIEW' THEN NEW.status IN ('SUCCEEDED', 'FAILED_FINAL')
       ELSE false
     END)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an invocation may not go from % to %', OLD.status, NEW.status
    USING ERRCODE = 'check_violation', HINT = 'The effect may have happened, or the lease belongs to another worker.';
END
$idem$;

DROP TRIGGER IF EXISTS @id:_guard@ ON @table@;
CREATE TRIGGER @id:_guard@ BEFORE UPDATE ON @table@ FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.owner_token IS DISTINCT FROM NEW.owner_token)
  EXECUTE FUNCTION @fn:_guard@();

-- Executions are written down and finished once; history is not edited.
CREATE OR REPLACE FUNCTION @fn:_append_only@() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF OLD.finished_at IS NULL AND ROW(NEW.execution_id, NEW.tenant_id, NEW.request_id, NEW.worker, NEW.started_at)
     IS NOT DISTINCT FROM ROW(OLD.execution_id, OLD.tenant_id, OLD.request_id, OLD.worker, OLD.started_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'executions are append only' USING ERRCODE = 'check_violation';
END
$idem$;

DROP TRIGGER IF EXISTS @id:_append_only@ ON @execution@;
CREATE TRIGGER @id:_append_only@ BEFORE UPDATE ON @execution@ FOR EACH ROW EXECUTE FUNCTION @fn:_append_only@();
--@end
