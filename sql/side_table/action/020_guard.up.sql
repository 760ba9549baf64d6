--@if functions
-- Refuses status changes that nobody may make, and any change of what was proposed.
CREATE OR REPLACE FUNCTION @fn:_guard@() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF ROW(NEW.action_id, NEW.tenant_id, NEW.run_id, NEW.tool_name, NEW.tool_version, NEW.arguments, NEW.action_fingerprint, NEW.idempotency_key)
     IS DISTINCT FROM ROW(OLD.action_id, OLD.tenant_id, OLD.run_id, OLD.tool_name, OLD.tool_version, OLD.arguments, OLD.action_fingerprint, OLD.idempotency_key)
  THEN
    RAISE EXCEPTION 'what was proposed does not change; cancel it and propose another action' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.approved_at IS NOT NULL AND ROW(NEW.approved_fingerprint, NEW.approved_by, NEW.approved_at, NEW.approval_expires_at)
     IS DISTINCT FROM ROW(OLD.approved_fingerprint, OLD.approved_by, OLD.approved_at, OLD.approval_expires_at)
  THEN
    RAISE EXCEPTION 'an approval is given once' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.status = NEW.status AND (OLD.status <> 'executing' OR OLD.execution_attempt_id IS NOT DISTINCT FROM NEW.execution_attempt_id) THEN
    RETURN NEW;
  END IF;
  IF (CASE OLD.status
       WHEN 'proposed' THEN NEW.status IN ('awaiting_approval', 'approved', 'cancelled', 'expired')
       WHEN 'awaiting_approval' THEN NEW.status IN ('approved', 'cancelled', 'expired')
       WHEN 'approved' THEN NEW.status IN ('executing', 'cancelled', 'expired')
       WHEN 'executing' THEN NEW.status IN ('succeeded', 'failed_retryable', 'failed_terminal', 'outcome_unknown')
         OR (NEW.status = 'executing' AND OLD.effect_started_at IS NULL AND OLD.locked_until <= clock_timestamp())
       WHEN 'failed_retryable' THEN NEW.status IN ('failed_terminal', 'cancelled', 'expired')
         OR (NEW.status = 'executing' AND NEW.execution_attempt_id IS DISTINCT FROM OLD.execution_attempt_id)
       WHEN 'outcome_unknown' THEN NEW.status IN ('succeeded', 'failed_terminal')
         OR (NEW.status = 'executing' AND NEW.execution_attempt_id IS DISTINCT FROM OLD.execution_attempt_id)
       ELSE false
     END)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an action may not go from % to %', OLD.status, NEW.status
    USING ERRCODE = 'check_violation', HINT = 'The effect may have happened, or the lease belongs to another worker.';
END
$idem$;

DROP TRIGGER IF EXISTS @id:_guard@ ON @table@;
CREATE TRIGGER @id:_guard@ BEFORE UPDATE ON @table@ FOR EACH ROW EXECUTE FUNCTION @fn:_guard@();
--@end
