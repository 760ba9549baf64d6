--@if functions
-- start: 'started', 'existing' (go on with it: its steps know what is done) or 'mismatch' (the id names another intention).
CREATE OR REPLACE FUNCTION @fn:_start@(
  p_workflow_id text, p_tenant_id @tenant_type@, p_workflow_type text, p_fingerprint bytea, OUT outcome text, OUT state text)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  r @table@%ROWTYPE;
BEGIN
  FOR v_round IN 1..20 LOOP
    INSERT INTO @table@ (workflow_id, tenant_id, workflow_type, request_fingerprint)
    VALUES (p_workflow_id, p_tenant_id, p_workflow_type, p_fingerprint)
    ON CONFLICT (workflow_id) DO NOTHING;
    IF FOUND THEN
      outcome := 'started'; state := 'RUNNING';
      RETURN;
    END IF;
    SELECT * INTO r FROM @table@ AS t WHERE t.workflow_id = p_workflow_id;
    CONTINUE WHEN NOT FOUND;
    IF r.tenant_id IS DISTINCT FROM p_tenant_id OR r.workflow_type <> p_workflow_type OR r.request_fingerprint <> p_fingerprint THEN
      outcome := 'mismatch'; -- and nothing of the other run is told
      RETURN;
    END IF;
    outcome := 'existing'; state := r.state;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'the run kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
END
$idem$;

-- claim: who runs a step. Answers, tried in this order: mismatch, replay (with result), in_flight, needs_reconciliation,
-- finished (the run has ended), won (with owner_token, and the idempotency_key to send to a provider).
CREATE OR REPLACE FUNCTION @fn:_claim@(
  p_workflow_id text, p_step_key text, p_fingerprint bytea, p_lease interval DEFAULT @lease@,
  OUT outcome text, OUT owner_token uuid, OUT idempotency_key text, OUT state text, OUT result jsonb, OUT locked_until timestamptz)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_token uuid := @new_token@;
  v_key text := encode(sha256(convert_to(p_workflow_id || chr(31) || p_step_key, 'UTF8')), 'hex');
  v_run text;
  v_now timestamptz;
  r @step@%ROWTYPE;
BEGIN
  SELECT t.state INTO v_run FROM @table@ AS t WHERE t.workflow_id = p_workflow_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no run %', p_workflow_id USING ERRCODE = 'no_data_found', HINT = 'Call start first.';
  END IF;
  FOR v_round IN 1..20 LOOP
    v_now := clock_timestamp();
    IF v_run = 'RUNNING' THEN
      INSERT INTO @step@ (workflow_id, step_key, idempotency_key, request_fingerprint, state, owner_token, created_at, locked_until)
      VALUES (p_workflow_id, p_step_key, v_key, p_fingerprint, 'PROCESSING', v_token, v_now, v_now + p_lease)
      ON CONFLICT (workflow_id, step_key) DO NOTHING;
      IF FOUND THEN
        outcome := 'won'; owner_token := v_token; idempotency_key := v_key; state := 'PROCESSING'; locked_until := v_now + p_lease;
        RETURN;
      END IF;
    END IF;
    SELECT * INTO r FROM @step@ AS t WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key;
    IF NOT FOUND THEN
      CONTINUE WHEN v_run = 'RUNNING';
      outcome := 'finished';
      RETURN;
    END IF;
    v_now := clock_timestamp();
    state := r.state; locked_until := r.locked_until;
    IF r.request_fingerprint <> p_fingerprint THEN
      outcome := 'mismatch';
      RETURN;
    END IF;
    IF r.state IN ('SUCCEEDED', 'FAILED_FINAL') THEN
      outcome := 'replay'; result := r.result; idempotency_key := r.idempotency_key;
      RETURN;
    END IF;
    IF r.state = 'PROCESSING' AND r.locked_until > v_now THEN
      outcome := 'in_flight';
      RETURN;
    END IF;
    IF r.state = 'PROCESSING' AND r.effect_started_at IS NOT NULL THEN
      UPDATE @step@ AS t SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
      WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key
        AND t.state = 'PROCESSING' AND t.owner_token = r.owner_token AND t.locked_until = r.locked_until;
      CONTINUE WHEN NOT FOUND;
      outcome := 'needs_reconciliation'; state := 'OUTCOME_UNKNOWN'; locked_until := NULL; idempotency_key := r.idempotency_key;
      RETURN;
    END IF;
    IF r.state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') THEN
      outcome := 'needs_reconciliation'; idempotency_key := r.idempotency_key;
      RETURN;
    END IF;
    IF v_run <> 'RUNNING' THEN
      outcome := 'finished';
      RETURN;
    END IF;
    UPDATE @step@ AS t
    SET state = 'PROCESSING', owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL, result = NULL,
        completed_at = NULL, locked_until = v_now + p_lease
    WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key
      AND t.state = r.state AND t.owner_token = r.owner_token AND t.locked_until IS NOT DISTINCT FROM r.locked_until
      AND t.effect_started_at IS NOT DISTINCT FROM r.effect_started_at;
    CONTINUE WHEN NOT FOUND;
    outcome := 'won'; owner_token := v_token; idempotency_key := r.idempotency_key; state := 'PROCESSING';
    locked_until := v_now + p_lease;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'the step kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
END
$idem$;

-- heartbeat: 'extended' or 'lost'; p_effect: an effect begins now (commit before it does).
CREATE OR REPLACE FUNCTION @fn:_heartbeat@(
  p_workflow_id text, p_step_key text, p_owner_token uuid, p_effect boolean DEFAULT false, p_lease interval DEFAULT @lease@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @step@ AS t
  SET locked_until = clock_timestamp() + p_lease,
      effect_started_at = CASE WHEN p_effect THEN coalesce(t.effect_started_at, clock_timestamp()) ELSE t.effect_started_at END
  WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'extended' ELSE 'lost' END;
END
$idem$;

-- finish: SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE (no effect in force) or OUTCOME_UNKNOWN. 'finished', 'already' or 'lost'.
CREATE OR REPLACE FUNCTION @fn:_finish@(
  p_workflow_id text, p_step_key text, p_owner_token uuid, p_state text, p_result jsonb DEFAULT NULL)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF p_state IS NULL OR p_state NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN') THEN
    RAISE EXCEPTION 'a step cannot come to %', coalesce(p_state, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @step@ AS t SET state = p_state, result = p_result, locked_until = NULL, completed_at = clock_timestamp()
  WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key AND t.owner_token = p_owner_token
    AND (t.state = 'PROCESSING' OR (t.state = 'OUTCOME_UNKNOWN' AND p_state IN ('SUCCEEDED', 'FAILED_FINAL')));
  IF FOUND THEN RETURN 'finished'; END IF;
  PERFORM 1 FROM @step@ AS t WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key
    AND t.owner_token = p_owner_token AND t.state = p_state;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- resolve: what a look-up or a person found out about an unknown step. The new state or 'refused'; PROCESSING brings a token.
CREATE OR REPLACE FUNCTION @fn:_resolve@(
  p_workflow_id text, p_step_key text, p_to text, p_result jsonb DEFAULT NULL, p_lease interval DEFAULT @lease@,
  OUT outcome text, OUT owner_token uuid)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  v_token uuid := @new_token@;
BEGIN
  IF p_to IS NULL OR p_to NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'PROCESSING', 'MANUAL_REVIEW') THEN
    RAISE EXCEPTION 'an unknown outcome cannot be resolved to %', coalesce(p_to, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @step@ AS t
  SET state = p_to, result = p_result, attempts = t.attempts + CASE WHEN p_to = 'PROCESSING' THEN 1 ELSE 0 END,
      owner_token = CASE WHEN p_to = 'PROCESSING' THEN v_token END,
      effect_started_at = CASE WHEN p_to = 'PROCESSING' THEN NULL ELSE t.effect_started_at END,
      locked_until = CASE WHEN p_to = 'PROCESSING' THEN v_now + p_lease END,
      completed_at = CASE WHEN p_to IN ('SUCCEEDED', 'FAILED_FINAL') THEN v_now END
  WHERE t.workflow_id = p_workflow_id AND t.step_key = p_step_key
    AND (t.state = 'OUTCOME_UNKNOWN' OR (t.state = 'MANUAL_REVIEW' AND p_to IN ('SUCCEEDED', 'FAILED_FINAL')));
  outcome := CASE WHEN FOUND THEN p_to ELSE 'refused' END;
  owner_token := CASE WHEN outcome = 'PROCESSING' THEN v_token END;
END
$idem$;

-- end_run: ends a run none of whose steps is open: 'ended', 'already' or 'open' (a step is in flight or unresolved).
CREATE OR REPLACE FUNCTION @fn:_end_run@(
  p_workflow_id text, p_state text, p_result jsonb DEFAULT NULL, p_retention interval DEFAULT @retention@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t
  SET state = p_state, result = p_result, completed_at = clock_timestamp(), expires_at = clock_timestamp() + p_retention
  WHERE t.workflow_id = p_workflow_id AND t.state = 'RUNNING' AND p_state IN ('SUCCEEDED', 'FAILED_FINAL')
    AND NOT EXISTS (SELECT FROM @step@ AS s WHERE s.workflow_id = p_workflow_id
                    AND s.state IN ('PROCESSING', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW'));
  IF FOUND THEN RETURN 'ended'; END IF;
  PERFORM 1 FROM @table@ AS t WHERE t.workflow_id = p_workflow_id AND t.state = p_state;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'open' END;
END
$idem$;

-- reap: deletes up to p_batch ended runs past retention and tombstone time, with their steps.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_before timestamptz := clock_timestamp() - @tombstone_retention@; -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.workflow_id FROM @table@ AS t
    WHERE t.state <> 'RUNNING' AND t.expires_at <= v_before
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED), steps AS (
    DELETE FROM @step@ AS s USING due WHERE s.workflow_id = due.workflow_id)
  DELETE FROM @table@ AS t USING due WHERE t.workflow_id = due.workflow_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
