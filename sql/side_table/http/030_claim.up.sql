--@if functions
-- claim: the one atomic step that decides who runs a request. Answers, tried in this order:
--   mismatch             the key was used for another meaning (or its fingerprint is of another version, which is
--                        returned: compute that version and ask again); refuse with 422, run nothing
--   replay               done before: send the stored response again
--   in_flight            another worker holds the lease until locked_until: answer 409 with Retry-After
--   needs_reconciliation the effect may have happened: look it up, then call resolve; run nothing
--   expired              done before, the response is no longer kept: answer 410, run nothing
--   won                  this caller runs the request, and shows owner_token to every later function
-- READ COMMITTED: a concurrent claim of the same key in an open transaction is waited for (bound it with lock_timeout;
-- 55P03 means in flight). REPEATABLE READ and SERIALIZABLE: that wait may end in 40001; run the transaction again.
-- SERIALIZABLE with many sessions and a nearly empty table may also end in 53200 (the server's pool of conflicts, sized by
-- max_connections, is used up): run it again too, or raise that.
CREATE OR REPLACE FUNCTION @fn:_claim@(
  p_tenant_id @tenant_type@,
  p_operation text,
  p_key text,
  p_fingerprint bytea,
  p_fingerprint_version bigint DEFAULT 1,
  p_lease interval DEFAULT @lease@,
  p_retention interval DEFAULT @retention@,
  OUT outcome text,
  OUT owner_token uuid,
  OUT state text,
  OUT attempts bigint,
  OUT locked_until timestamptz,
  OUT expires_at timestamptz,
  OUT fingerprint_version bigint,
  OUT resource_type text,
  OUT resource_id text,
  OUT response_status bigint,
--@if inline
  OUT response_body bytea,
--@end
--@if reference
  OUT response_body_ref text,
--@end
  OUT response_headers jsonb)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_digest bytea;
  v_token uuid := @new_token@;
  v_now timestamptz;
  v_end timestamptz;
  v_idle boolean;
  r @table@%ROWTYPE;
BEGIN
  IF p_tenant_id IS NULL OR p_operation IS NULL OR p_fingerprint IS NULL OR p_fingerprint_version IS NULL THEN
    RAISE EXCEPTION 'tenant, operation and fingerprint are required' USING ERRCODE = 'null_value_not_allowed';
  END IF;
  IF p_key IS NULL OR char_length(p_key) NOT BETWEEN 1 AND 255 OR p_key COLLATE "C" ~ '[^!-~]' THEN
    RAISE EXCEPTION 'the idempotency key must be 1 to 255 visible ASCII characters' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  v_digest := sha256(convert_to(p_key, 'UTF8'));
  FOR v_round IN 1..20 LOOP
    v_now := clock_timestamp();
    INSERT INTO @table@ (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, fingerprint_version,
                         state, owner_token, attempts, created_at, locked_until, expires_at)
    VALUES (p_tenant_id, p_operation, v_digest, p_key, p_fingerprint, p_fingerprint_version,
            'PROCESSING', v_token, 1, v_now, v_now + p_lease, v_now + p_lease + p_retention)
    ON CONFLICT (tenant_id, operation, key_digest) DO NOTHING;
    IF FOUND THEN
      outcome := 'won'; owner_token := v_token; state := 'PROCESSING'; attempts := 1;
      locked_until := v_now + p_lease; expires_at := v_now + p_lease + p_retention;
      fingerprint_version := p_fingerprint_version;
      RETURN;
    END IF;

    SELECT * INTO r FROM @table@ AS t
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest;
    CONTINUE WHEN NOT FOUND; -- released or reaped since the insert
    v_now := clock_timestamp();

    -- Past its memory, by time and not by deletion: as if the key had never been seen.
    v_end := CASE WHEN r.tombstone THEN r.expires_at ELSE r.expires_at + @tombstone_retention@ END;
    v_idle := r.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE')
      OR (r.state = 'PROCESSING' AND r.effect_started_at IS NULL AND r.locked_until <= v_now);
    IF v_idle AND v_end <= v_now THEN
      DELETE FROM @table@ AS t
      WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
        AND t.state = r.state AND t.owner_token IS NOT DISTINCT FROM r.owner_token AND t.expires_at = r.expires_at
        AND t.locked_until IS NOT DISTINCT FROM r.locked_until AND t.effect_started_at IS NOT DISTINCT FROM r.effect_started_at;
      CONTINUE;
    END IF;

    state := r.state; attempts := r.attempts; locked_until := r.locked_until; expires_at := r.expires_at;
    fingerprint_version := r.fingerprint_version;
    IF r.request_fingerprint <> p_fingerprint OR r.fingerprint_version <> p_fingerprint_version THEN
      outcome := 'mismatch';
      RETURN;
    END IF;

    resource_type := r.resource_type; resource_id := r.resource_id;
    IF r.state IN ('SUCCEEDED', 'FAILED_FINAL') AND NOT r.tombstone AND v_now < r.expires_at THEN
      outcome := 'replay';
      response_status := r.response_status; response_headers := r.response_headers;
--@if inline
      response_body := r.response_body;
--@end
--@if reference
      response_body_ref := r.response_body_ref;
--@end
      RETURN;
    END IF;

    IF r.state = 'PROCESSING' AND r.locked_until > v_now THEN
      outcome := 'in_flight';
      RETURN;
    END IF;

    IF r.state = 'PROCESSING' AND r.effect_started_at IS NOT NULL THEN
      UPDATE @table@ AS t SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
      WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
        AND t.state = 'PROCESSING' AND t.owner_token = r.owner_token AND t.locked_until = r.locked_until;
      CONTINUE WHEN NOT FOUND; -- the worker was faster: look again
      outcome := 'needs_reconciliation'; state := 'OUTCOME_UNKNOWN'; locked_until := NULL;
      RETURN;
    END IF;
    IF r.state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') THEN
      outcome := 'needs_reconciliation';
      RETURN;
    END IF;

    IF r.tombstone OR r.expires_at <= v_now THEN
      outcome := 'expired';
      RETURN;
    END IF;

    -- FAILED_RETRYABLE, or a lease that ended before any effect: both may run again, under a new token.
    UPDATE @table@ AS t
    SET state = 'PROCESSING', owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL,
        locked_until = v_now + p_lease, completed_at = NULL, expires_at = v_now + p_lease + p_retention,
--@if inline
        response_body = NULL,
--@end
--@if reference
        response_body_ref = NULL,
--@end
        response_status = NULL, response_headers = NULL
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state = r.state AND t.owner_token = r.owner_token AND t.locked_until IS NOT DISTINCT FROM r.locked_until
      AND t.effect_started_at IS NOT DISTINCT FROM r.effect_started_at;
    CONTINUE WHEN NOT FOUND; -- somebody else took it over
    outcome := 'won'; owner_token := v_token; state := 'PROCESSING'; attempts := r.attempts + 1;
    locked_until := v_now + p_lease; expires_at := v_now + p_lease + p_retention;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'the idempotency record kept changing; run the transaction again' USING ERRCODE = 'serialization_failure';
END
$idem$;

-- replay: the answer claim would give, without claiming; "none" in the place of "won". Changes nothing.
CREATE OR REPLACE FUNCTION @fn:_replay@(
  p_tenant_id @tenant_type@,
  p_operation text,
  p_key text,
  p_fingerprint bytea,
  p_fingerprint_version bigint DEFAULT 1,
  OUT outcome text,
  OUT state text,
  OUT resource_type text,
  OUT resource_id text,
  OUT response_status bigint,
--@if inline
  OUT response_body bytea,
--@end
--@if reference
  OUT response_body_ref text,
--@end
  OUT response_headers jsonb)
LANGUAGE plpgsql STABLE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  r @table@%ROWTYPE;
BEGIN
  SELECT * INTO r FROM @table@ AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'));
  IF NOT FOUND OR ((r.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE')
      OR (r.state = 'PROCESSING' AND r.effect_started_at IS NULL AND r.locked_until <= v_now))
    AND v_now >= CASE WHEN r.tombstone THEN r.expires_at ELSE r.expires_at + @tombstone_retention@ END) THEN
    outcome := 'none';
    RETURN;
  END IF;
  state := r.state;
  IF p_fingerprint IS NULL OR r.request_fingerprint <> p_fingerprint OR r.fingerprint_version <> p_fingerprint_version THEN
    outcome := 'mismatch';
    RETURN;
  END IF;
  resource_type := r.resource_type; resource_id := r.resource_id;
  outcome := CASE
    WHEN r.state IN ('SUCCEEDED', 'FAILED_FINAL') AND NOT r.tombstone AND v_now < r.expires_at THEN 'replay'
    WHEN r.state = 'PROCESSING' AND r.locked_until > v_now THEN 'in_flight'
    WHEN r.state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW')
      OR (r.state = 'PROCESSING' AND r.effect_started_at IS NOT NULL) THEN 'needs_reconciliation'
    WHEN r.tombstone OR r.expires_at <= v_now THEN 'expired'
    ELSE 'none'
  END;
  IF outcome = 'replay' THEN
    response_status := r.response_status; response_headers := r.response_headers;
--@if inline
    response_body := r.response_body;
--@end
--@if reference
    response_body_ref := r.response_body_ref;
--@end
  END IF;
END
$idem$;
--@end
