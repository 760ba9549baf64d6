--@if functions
-- propose: 'proposed', 'existing' (the same intention, with its action_id and status) or 'mismatch' (the key names another one).
CREATE OR REPLACE FUNCTION @fn:_propose@(
  p_tenant_id @tenant_type@, p_run_id text, p_tool_name text, p_tool_version text, p_arguments jsonb,
  p_action_fingerprint bytea, p_idempotency_key text, p_compensates_action_id uuid DEFAULT NULL,
  OUT outcome text, OUT action_id uuid, OUT status text)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_id uuid := @new_token@;
  r @table@%ROWTYPE;
BEGIN
  FOR v_round IN 1..20 LOOP
    INSERT INTO @table@ (action_id, tenant_id, run_id, tool_name, tool_version, arguments, action_fingerprint, idempotency_key,
                         status, compensates_action_id)
    VALUES (v_id, p_tenant_id, p_run_id, p_tool_name, p_tool_version, p_arguments, p_action_fingerprint, p_idempotency_key,
            'awaiting_approval', p_compensates_action_id)
    ON CONFLICT (tenant_id, idempotency_key) DO NOTHING;
    IF FOUND THEN
      outcome := 'proposed'; action_id := v_id; status := 'awaiting_approval';
      RETURN;
    END IF;
    SELECT * INTO r FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.idempotency_key = p_idempotency_key;
    CONTINUE WHEN NOT FOUND;
    IF r.action_fingerprint <> p_action_fingerprint THEN
      outcome := 'mismatch';
      RETURN;
    END IF;
    outcome := 'existing'; action_id := r.action_id; status := r.status;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'the action kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
END
$idem$;

-- approve: binds an approval to what the approver saw. 'approved', 'already' (approved before, by anyone; nothing changed),
-- 'mismatch' (another fingerprint was shown) or 'refused' (no longer waiting). p_valid: how long it may wait to be executed.
CREATE OR REPLACE FUNCTION @fn:_approve@(
  p_tenant_id @tenant_type@, p_action_id uuid, p_seen_fingerprint bytea, p_approved_by text, p_valid interval DEFAULT interval '1 hour')
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_now timestamptz := clock_timestamp();
  r @table@%ROWTYPE;
BEGIN
  UPDATE @table@ AS t
  SET status = 'approved', approved_fingerprint = p_seen_fingerprint, approved_by = p_approved_by, approved_at = v_now,
      approval_expires_at = v_now + p_valid
  WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id AND t.status IN ('proposed', 'awaiting_approval')
    AND t.action_fingerprint = p_seen_fingerprint;
  IF FOUND THEN RETURN 'approved'; END IF;
  SELECT * INTO r FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id;
  IF NOT FOUND THEN RETURN 'refused'; END IF;
  IF r.action_fingerprint <> p_seen_fingerprint THEN RETURN 'mismatch'; END IF;
  RETURN CASE WHEN r.approved_at IS NOT NULL AND r.status NOT IN ('cancelled', 'expired') THEN 'already' ELSE 'refused' END;
END
$idem$;

-- claim: may this worker execute the action now? Answers, tried in this order: mismatch (what it holds is not what was
-- approved), replay (done before: result), in_flight, needs_reconciliation, expired (the approval is; also cancelled),
-- not_approved, won (with execution_attempt_id; p_fingerprint, approval and expiry were compared in the same update).
CREATE OR REPLACE FUNCTION @fn:_claim@(
  p_tenant_id @tenant_type@, p_action_id uuid, p_fingerprint bytea, p_lease interval DEFAULT @lease@,
  OUT outcome text, OUT execution_attempt_id uuid, OUT idempotency_key text, OUT status text, OUT result jsonb,
  OUT provider_reference text)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_attempt uuid := @new_token@;
  v_now timestamptz;
  r @table@%ROWTYPE;
BEGIN
  FOR v_round IN 1..20 LOOP
    v_now := clock_timestamp();
    UPDATE @table@ AS t
    SET status = 'executing', execution_attempt_id = v_attempt, attempts = t.attempts + 1, locked_until = v_now + p_lease,
        effect_started_at = NULL, error = NULL, completed_at = NULL
    WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id
      AND t.action_fingerprint = p_fingerprint AND t.approved_fingerprint = p_fingerprint AND t.approval_expires_at > v_now
      AND (t.status IN ('approved', 'failed_retryable')
           OR (t.status = 'executing' AND t.effect_started_at IS NULL AND t.locked_until <= v_now));
    IF FOUND THEN
      SELECT t.idempotency_key INTO idempotency_key FROM @table@ AS t WHERE t.action_id = p_action_id;
      outcome := 'won'; execution_attempt_id := v_attempt; status := 'executing';
      RETURN;
    END IF;
    SELECT * INTO r FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id;
    IF NOT FOUND THEN
      outcome := 'not_approved';
      RETURN;
    END IF;
    v_now := clock_timestamp();
    status := r.status;
    IF r.action_fingerprint <> p_fingerprint THEN
      outcome := 'mismatch';
    ELSIF r.status IN ('succeeded', 'failed_terminal') THEN
      outcome := 'replay'; result := r.result; provider_reference := r.provider_reference;
    ELSIF r.status = 'executing' AND r.locked_until > v_now THEN
      outcome := 'in_flight';
    ELSIF r.status = 'executing' AND r.effect_started_at IS NOT NULL THEN
      UPDATE @table@ AS t SET status = 'outcome_unknown', locked_until = NULL
      WHERE t.action_id = p_action_id AND t.status = 'executing' AND t.execution_attempt_id = r.execution_attempt_id
        AND t.locked_until = r.locked_until;
      CONTINUE WHEN NOT FOUND;
      outcome := 'needs_reconciliation'; status := 'outcome_unknown'; idempotency_key := r.idempotency_key;
      provider_reference := r.provider_reference;
    ELSIF r.status = 'outcome_unknown' THEN
      outcome := 'needs_reconciliation'; idempotency_key := r.idempotency_key; provider_reference := r.provider_reference;
    ELSIF r.status IN ('cancelled', 'expired') THEN
      outcome := 'expired';
    ELSIF r.approval_expires_at <= v_now THEN
      UPDATE @table@ AS t SET status = 'expired' WHERE t.action_id = p_action_id AND t.status IN ('approved', 'failed_retryable');
      outcome := 'expired'; status := CASE WHEN FOUND THEN 'expired' ELSE r.status END;
    ELSIF r.status IN ('proposed', 'awaiting_approval') THEN
      outcome := 'not_approved';
    ELSE
      CONTINUE; -- it changed between the two statements
    END IF;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'the action kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
END
$idem$;

-- heartbeat: 'extended' or 'lost'; p_effect: the provider is called next (commit before it is).
CREATE OR REPLACE FUNCTION @fn:_heartbeat@(
  p_action_id uuid, p_execution_attempt_id uuid, p_effect boolean DEFAULT false, p_lease interval DEFAULT @lease@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t
  SET locked_until = clock_timestamp() + p_lease,
      effect_started_at = CASE WHEN p_effect THEN coalesce(t.effect_started_at, clock_timestamp()) ELSE t.effect_started_at END
  WHERE t.action_id = p_action_id AND t.status = 'executing' AND t.execution_attempt_id = p_execution_attempt_id;
  RETURN CASE WHEN FOUND THEN 'extended' ELSE 'lost' END;
END
$idem$;

-- finish: succeeded, failed_terminal, failed_retryable (no effect in force) or outcome_unknown (timeout, provider 5xx, lost
-- connection). 'finished', 'already' or 'lost'.
CREATE OR REPLACE FUNCTION @fn:_finish@(
  p_action_id uuid, p_execution_attempt_id uuid, p_status text, p_result jsonb DEFAULT NULL,
  p_provider_reference text DEFAULT NULL, p_error jsonb DEFAULT NULL)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF p_status IS NULL OR p_status NOT IN ('succeeded', 'failed_terminal', 'failed_retryable', 'outcome_unknown') THEN
    RAISE EXCEPTION 'an execution cannot come to %', coalesce(p_status, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @table@ AS t
  SET status = p_status, result = p_result, error = p_error, locked_until = NULL, completed_at = clock_timestamp(),
      provider_reference = coalesce(p_provider_reference, t.provider_reference)
  WHERE t.action_id = p_action_id AND t.execution_attempt_id = p_execution_attempt_id
    AND (t.status = 'executing' OR (t.status = 'outcome_unknown' AND p_status IN ('succeeded', 'failed_terminal')));
  IF FOUND THEN RETURN 'finished'; END IF;
  PERFORM 1 FROM @table@ AS t
  WHERE t.action_id = p_action_id AND t.execution_attempt_id = p_execution_attempt_id AND t.status = p_status;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- resolve: what the provider or a person knows of an unknown outcome: succeeded, failed_terminal, or executing (the effect
-- is surely absent: this caller runs what was approved, under the attempt id that comes back, approval time or not: it was
-- in time when the first attempt began). Answers the new status or 'refused'.
CREATE OR REPLACE FUNCTION @fn:_resolve@(
  p_tenant_id @tenant_type@, p_action_id uuid, p_to text, p_result jsonb DEFAULT NULL, p_provider_reference text DEFAULT NULL,
  p_lease interval DEFAULT @lease@, OUT outcome text, OUT execution_attempt_id uuid)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  v_attempt uuid := @new_token@;
BEGIN
  IF p_to IS NULL OR p_to NOT IN ('succeeded', 'failed_terminal', 'executing') THEN
    RAISE EXCEPTION 'an unknown outcome cannot be resolved to %', coalesce(p_to, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @table@ AS t
  SET status = p_to, result = p_result, provider_reference = coalesce(p_provider_reference, t.provider_reference),
      attempts = t.attempts + CASE WHEN p_to = 'executing' THEN 1 ELSE 0 END,
      execution_attempt_id = CASE WHEN p_to = 'executing' THEN v_attempt ELSE NULL END,
      effect_started_at = CASE WHEN p_to = 'executing' THEN NULL ELSE t.effect_started_at END,
      locked_until = CASE WHEN p_to = 'executing' THEN v_now + p_lease END,
      completed_at = CASE WHEN p_to <> 'executing' THEN v_now END
  WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id AND t.status = 'outcome_unknown';
  outcome := CASE WHEN FOUND THEN p_to ELSE 'refused' END;
  execution_attempt_id := CASE WHEN outcome = 'executing' THEN v_attempt END;
END
$idem$;

-- cancel: 'cancelled', 'already' or 'refused' (it runs, has run or may have run).
CREATE OR REPLACE FUNCTION @fn:_cancel@(p_tenant_id @tenant_type@, p_action_id uuid)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t SET status = 'cancelled', completed_at = clock_timestamp()
  WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id
    AND t.status IN ('proposed', 'awaiting_approval', 'approved', 'failed_retryable');
  IF FOUND THEN RETURN 'cancelled'; END IF;
  PERFORM 1 FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.action_id = p_action_id AND t.status = 'cancelled';
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'refused' END;
END
$idem$;

-- reap: deletes up to p_batch actions in a final status that ended longer than retention and tombstone time ago.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000, p_retention interval DEFAULT @retention@) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_before timestamptz := clock_timestamp() - (p_retention + @tombstone_retention@); -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.action_id FROM @table@ AS t
    WHERE t.status IN ('succeeded', 'failed_terminal', 'cancelled', 'expired')
      AND coalesce(t.completed_at, t.approval_expires_at, t.created_at) <= v_before
    ORDER BY coalesce(t.completed_at, t.approval_expires_at, t.created_at) LIMIT p_batch FOR UPDATE SKIP LOCKED)
  DELETE FROM @table@ AS t USING due WHERE t.action_id = due.action_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
