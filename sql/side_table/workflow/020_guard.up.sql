--@if functions
-- Refuses state changes of a step that no worker may make, whoever sends them.
CREATE OR REPLACE FUNCTION @fn:_guard@() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF OLD.state = NEW.state AND OLD.state <> 'PROCESSING' THEN
    RETURN NEW;
  END IF;
  IF (CASE OLD.state
       WHEN 'PROCESSING' THEN NEW.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN')
         OR (NEW.state = 'PROCESSING' AND OLD.effect_started_at IS NULL AND OLD.locked_until <= clock_timestamp())
       WHEN 'FAILED_RETRYABLE' THEN NEW.state = 'PROCESSING' AND NEW.owner_token IS DISTINCT FROM OLD.owner_token
       WHEN 'OUTCOME_UNKNOWN' THEN NEW.state IN ('SUCCEEDED', 'FAILED_FINAL', 'MANUAL_REVIEW')
         OR (NEW.state = 'PROCESSING' AND NEW.owner_token IS DISTINCT FROM OLD.owner_token)
       WHEN 'MANUAL_REVIEW' THEN NEW.state IN ('SUCCEEDED', 'FAILED_FINAL')
       ELSE false
     END)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a step may not go from % to %', OLD.state, NEW.state
    USING ERRCODE = 'check_violation', HINT = 'The effect may have happened, or the lease belongs to another worker.';
END
$idem$;

DROP TRIGGER IF EXISTS @id:_guard@ ON @step@;
CREATE TRIGGER @id:_guard@ BEFORE UPDATE ON @step@ FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.owner_token IS DISTINCT FROM NEW.owner_token)
  EXECUTE FUNCTION @fn:_guard@();
--@end
