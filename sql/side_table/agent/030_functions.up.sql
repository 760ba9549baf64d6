--@if functions
-- claim: who runs this tool call. Answers, tried in this order: mismatch, replay (with result), in_flight,
-- needs_reconciliation, expired, won (with owner_token and execution_id; the run is written down as an execution).
-- READ COMMITTED waits for a concurrent claim in an open transaction; REPEATABLE READ and SERIALIZABLE may end in 40001.
CREATE OR REPLACE FUNCTION @fn:_claim@(
  p_tenant_id @tenant_type@,
  p_request_id text,
  p_session_id text,
  p_tool_name text,
  p_arguments_fingerprint bytea,
  p_worker text,
  p_business_key text DEFAULT NULL,
  p_lease interval DEFAULT @lease@,
  p_retention interval DEFAULT @retention@,
  OUT outcome text,
  OUT owner_token uuid,
  OUT execution_id uuid,
  OUT status text,
  OUT result jsonb,
  OUT locked_until timestamptz)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_token uuid := @new_token@;
  v_now timestamptz;
  r @table@%ROWTYPE;
BEGIN
  FOR v_round IN 1..20 LOOP
    v_now := clock_timestamp();
    INSERT INTO @table@ (tenant_id, request_id, business_key, session_id, tool_name, arguments_fingerprint, status,
                         owner_token, created_at, locked_until, expires_at)
    VALUES (p_tenant_id, p_request_id, p_business_key, p_session_id, p_tool_name, p_arguments_fingerprint, 'PROCESSING',
            v_token, v_now, v_now + p_lease, v_now + p_lease + p_retention)
    ON CONFLICT (tenant_id, request_id) DO NOTHING;
    IF FOUND THEN
      outcome := 'won';
      EXIT;
    END IF;
    SELECT * INTO r FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id;
    CONTINUE WHEN NOT FOUND;
    v_now := clock_timestamp();
    IF r.expires_at + @tombstone_retention@ <= v_now AND r.expires_at <= v_now AND (
         r.status IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE')
         OR (r.status = 'PROCESSING' AND r.effect_started_at IS NULL AND r.locked_until <= v_now)) THEN
      DELETE FROM @table@ AS t -- past its memory, by time and not by deletion: as if never seen
      WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id AND t.status = r.status
        AND t.owner_token IS NOT DISTINCT FROM r.owner_token AND t.expires_at = r.expires_at
        AND t.effect_started_at IS NOT DISTINCT FROM r.effect_started_at;
      CONTINUE;
    END IF;
    status := r.status; locked_until := r.locked_until;
    IF r.arguments_fingerprint <> p_arguments_fingerprint OR r.tool_name <> p_tool_name THEN
      outcome := 'mismatch';
      RETURN;
    END IF;
    IF r.status IN ('SUCCEEDED', 'FAILED_FINAL') THEN
      outcome := CASE WHEN r.expires_at > v_now THEN 'replay' ELSE 'expired' END;
      result := CASE WHEN r.expires_at > v_now THEN r.result END;
      RETURN;
    END IF;
    IF r.status = 'PROCESSING' AND r.locked_until > v_now THEN
      outcome := 'in_flight';
      RETURN;
    END IF;
    IF r.status = 'PROCESSING' AND r.effect_started_at IS NOT NULL THEN
      UPDATE @table@ AS t SET status = 'OUTCOME_UNKNOWN', locked_until = NULL
      WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id
        AND t.status = 'PROCESSING' AND t.owner_token = r.owner_token AND t.locked_until = r.locked_until;
      CONTINUE WHEN NOT FOUND;
      outcome := 'needs_reconciliation'; status := 'OUTCOME_UNKNOWN'; locked_until := NULL;
      RETURN;
    END IF;
    IF r.status IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') THEN
      outcome := 'needs_reconciliation';
      RETURN;
    END IF;
    IF r.expires_at <= v_now THEN
      outcome := 'expired';
      RETURN;
    END IF;
    UPDATE @table@ AS t
    SET status = 'PROCESSING', owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL, result = NULL,
        locked_until = v_now + p_lease, completed_at = NULL, expires_at = v_now + p_lease + p_retention
    WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id
      AND t.status = r.status AND t.owner_token = r.owner_token AND t.locked_until IS NOT DISTINCT FROM r.locked_until
      AND t.effect_started_at IS NOT DISTINCT FROM r.effect_started_at;
    CONTINUE WHEN NOT FOUND;
    outcome := 'won';
    EXIT;
  END LOOP;
  IF outcome IS NULL THEN
    RAISE EXCEPTION 'the invocation kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
  END IF;
  owner_token := v_token; status := 'PROCESSING'; locked_until := v_now + p_lease;
  execution_id := @fn:_run@(p_tenant_id, p_request_id, p_worker);
END
$idem$;

-- run: writes down that the tool runs, and returns the execution's id. claim calls it; a worker that runs a tool without a
-- claim (an old code path) calls it too, so that the run is counted.
CREATE OR REPLACE FUNCTION @fn:_run@(p_tenant_id @tenant_type@, p_request_id text, p_worker text)
RETURNS uuid LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_id uuid := @new_token@;
BEGIN
  INSERT INTO @execution@ (execution_id, tenant_id, request_id, worker) VALUES (v_id, p_tenant_id, p_request_id, p_worker);
  RETURN v_id;
END
$idem$;

-- heartbeat: 'extended' or 'lost'; p_effect: an effect begins now (commit before it does).
CREATE OR REPLACE FUNCTION @fn:_heartbeat@(
  p_tenant_id @tenant_type@, p_request_id text, p_owner_token uuid, p_effect boolean DEFAULT false,
  p_lease interval DEFAULT @lease@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t
  SET locked_until = clock_timestamp() + p_lease,
      effect_started_at = CASE WHEN p_effect THEN coalesce(t.effect_started_at, clock_timestamp()) ELSE t.effect_started_at END
  WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id
    AND t.status = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'extended' ELSE 'lost' END;
END
$idem$;

-- finish: reports what a run came to: SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE (no effect in force) or OUTCOME_UNKNOWN
-- (a timeout, a lost connection). 'finished', 'already' or 'lost'; the execution is closed in every case.
CREATE OR REPLACE FUNCTION @fn:_finish@(
  p_tenant_id @tenant_type@, p_request_id text, p_owner_token uuid, p_execution_id uuid, p_status text,
  p_result jsonb DEFAULT NULL, p_retention interval DEFAULT @retention@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_done boolean;
BEGIN
  IF p_status IS NULL OR p_status NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN') THEN
    RAISE EXCEPTION 'a run cannot come to %', coalesce(p_status, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @table@ AS t
  SET status = p_status, result = p_result, locked_until = NULL, completed_at = v_now, expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id AND t.owner_token = p_owner_token
    AND (t.status = 'PROCESSING' OR (t.status = 'OUTCOME_UNKNOWN' AND p_status IN ('SUCCEEDED', 'FAILED_FINAL')));
  v_done := FOUND;
  UPDATE @execution@ AS e SET finished_at = v_now, outcome = CASE WHEN v_done THEN p_status ELSE 'LOST_' || p_status END
  WHERE e.execution_id = p_execution_id AND e.finished_at IS NULL;
  IF v_done THEN RETURN 'finished'; END IF;
  PERFORM 1 FROM @table@ AS t WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id
    AND t.owner_token = p_owner_token AND t.status = p_status;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- resolve: what a look-up or a person found out about an unknown outcome. Answers the new status or 'refused'; with
-- PROCESSING (the effect is surely absent) an owner_token and an execution_id come back.
CREATE OR REPLACE FUNCTION @fn:_resolve@(
  p_tenant_id @tenant_type@, p_request_id text, p_to text, p_worker text, p_result jsonb DEFAULT NULL,
  p_lease interval DEFAULT @lease@, p_retention interval DEFAULT @retention@,
  OUT outcome text, OUT owner_token uuid, OUT execution_id uuid)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  v_token uuid := @new_token@;
BEGIN
  IF p_to IS NULL OR p_to NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'PROCESSING', 'MANUAL_REVIEW') THEN
    RAISE EXCEPTION 'an unknown outcome cannot be resolved to %', coalesce(p_to, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  UPDATE @table@ AS t
  SET status = p_to, result = p_result, attempts = t.attempts + CASE WHEN p_to = 'PROCESSING' THEN 1 ELSE 0 END,
      owner_token = CASE WHEN p_to = 'PROCESSING' THEN v_token END,
      effect_started_at = CASE WHEN p_to = 'PROCESSING' THEN NULL ELSE t.effect_started_at END,
      locked_until = CASE WHEN p_to = 'PROCESSING' THEN v_now + p_lease END,
      completed_at = CASE WHEN p_to IN ('SUCCEEDED', 'FAILED_FINAL') THEN v_now END,
      expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.request_id = p_request_id
    AND (t.status = 'OUTCOME_UNKNOWN' OR (t.status = 'MANUAL_REVIEW' AND p_to IN ('SUCCEEDED', 'FAILED_FINAL')));
  IF NOT FOUND THEN
    outcome := 'refused';
    RETURN;
  END IF;
  outcome := p_to;
  IF p_to = 'PROCESSING' THEN
    owner_token := v_token;
    execution_id := @fn:_run@(p_tenant_id, p_request_id, p_worker);
  END IF;
END
$idem$;

-- reap: deletes up to p_batch finished invocations whose time and tombstone time have passed, with their executions.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_before timestamptz := clock_timestamp() - @tombstone_retention@; -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.tenant_id, t.request_id FROM @table@ AS t
    WHERE t.expires_at <= v_before AND t.status IN ('SUCCEEDED', 'FAILED_FINAL')
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED), runs AS (
    DELETE FROM @execution@ AS e USING due WHERE e.tenant_id = due.tenant_id AND e.request_id = due.request_id)
  DELETE FROM @table@ AS t USING due WHERE t.tenant_id = due.tenant_id AND t.request_id = due.request_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
