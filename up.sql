-- Idempotency side table, profile http
--   What it does: creates public."Order keys" (requests with an idempotency key: claim, lease, stored response, expiry) with the functions that work on it, and nothing else.
--   Locks: ACCESS EXCLUSIVE on the new objects alone. No table that exists is locked, rewritten or
--     referenced: there is no foreign key, the link to a business row is plain text.
--   How long: catalogue rows only, milliseconds; at most 30 s a statement, 2 s for a lock.
--   Again: running it twice changes nothing.
--   Undo: the down script drops what this one creates, with every key in it; requests still being retried
--     would then run again. It takes no lock on any other table.

BEGIN;

-- Fail rather than queue: whoever waits for a lock makes everybody behind it wait too.
SET LOCAL lock_timeout = '2000ms';
SET LOCAL statement_timeout = '30000ms';

-- An existing table of this name that is not one of ours is never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass('public."Order keys"') IS NOT NULL AND 5 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass('public."Order keys"') AND NOT attisdropped
      AND attname IN ('key_digest', 'request_fingerprint', 'owner_token', 'effect_started_at', 'tombstone'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no idempotency table of profile http; choose another --name', 'public."Order keys"';
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS public."Order keys" (
  tenant_id text NOT NULL,
  operation text NOT NULL,
  key_digest bytea NOT NULL,
  idempotency_key text,
  request_fingerprint bytea NOT NULL,
  fingerprint_version bigint NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'PROCESSING',
  owner_token uuid,
  attempts bigint NOT NULL DEFAULT 1,
  effect_started_at timestamptz,
  resource_type text,
  resource_id text,
  response_status bigint,
  response_headers jsonb,
  response_body_ref text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  locked_until timestamptz,
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  tombstone boolean NOT NULL DEFAULT false,
  CONSTRAINT "Order keys_pkey" PRIMARY KEY (tenant_id, operation, key_digest),
  CONSTRAINT "Order keys_digest_check" CHECK (octet_length(key_digest) = 32),
  CONSTRAINT "Order keys_key_check" CHECK (char_length(idempotency_key) <= 255),
  CONSTRAINT "Order keys_state_check" CHECK (state IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  CONSTRAINT "Order keys_lease_check" CHECK (state <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CONSTRAINT "Order keys_final_check" CHECK (state NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL),
  CONSTRAINT "Order keys_tombstone_check" CHECK (NOT tombstone OR state IN ('SUCCEEDED', 'FAILED_FINAL'))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- For the reaper, for leases that ran out, and for the way back from a business record to its key.
CREATE INDEX IF NOT EXISTS "Order keys_expires_idx" ON public."Order keys" (expires_at);
CREATE INDEX IF NOT EXISTS "Order keys_lease_idx" ON public."Order keys" (locked_until) WHERE state = 'PROCESSING';
CREATE INDEX IF NOT EXISTS "Order keys_resource_idx" ON public."Order keys" (resource_type, resource_id) WHERE resource_id IS NOT NULL;

COMMENT ON TABLE public."Order keys" IS 'idem http 1: idempotency side table, made by idem migrate; no foreign key to any business table.';
COMMENT ON COLUMN public."Order keys".tenant_id IS 'The authenticated tenant or caller, never one the request claims to be.';
COMMENT ON COLUMN public."Order keys".operation IS 'What the key is for, such as "POST /orders": one key may be used once per operation.';
COMMENT ON COLUMN public."Order keys".key_digest IS 'SHA-256 of the caller''s key: of fixed length, so that no key is too long for the index.';
COMMENT ON COLUMN public."Order keys".idempotency_key IS 'The caller''s key as sent, for people and for reconciling; cleared in a tombstone.';
COMMENT ON COLUMN public."Order keys".request_fingerprint IS 'Hash of what the request means. The same key with another meaning is refused, never run.';
COMMENT ON COLUMN public."Order keys".state IS 'PROCESSING, SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE (no effect in force), OUTCOME_UNKNOWN, MANUAL_REVIEW.';
COMMENT ON COLUMN public."Order keys".owner_token IS 'Fencing token of the worker that holds the lease; who lost the lease can change nothing.';
COMMENT ON COLUMN public."Order keys".effect_started_at IS 'Set before the first effect. A lease that ends earlier may be taken over; later it is OUTCOME_UNKNOWN.';
COMMENT ON COLUMN public."Order keys".resource_id IS 'Plain text on purpose: a foreign key would lock the core table now and on every rollback.';
COMMENT ON COLUMN public."Order keys".expires_at IS 'End of replay. Afterwards the key answers "expired" until the tombstone ends too; deletion comes later.';
COMMENT ON COLUMN public."Order keys".tombstone IS 'The response is gone, the fact that this key was used is not.';

-- Refuses state changes that no worker may make, whoever sends them. Cheap: it runs only when a state or an owner changes.
CREATE OR REPLACE FUNCTION public."Order keys_guard"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  IF OLD.state = NEW.state AND OLD.state <> 'PROCESSING' THEN
    RETURN NEW; -- only the owner changed, as in a tombstone
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
  RAISE EXCEPTION 'an idempotency record may not go from % to %', OLD.state, NEW.state
    USING ERRCODE = 'check_violation', HINT = 'The effect may have happened, or the lease belongs to another worker.';
END
$idem$;

DROP TRIGGER IF EXISTS "Order keys_guard" ON public."Order keys";
CREATE TRIGGER "Order keys_guard" BEFORE UPDATE ON public."Order keys" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.owner_token IS DISTINCT FROM NEW.owner_token)
  EXECUTE FUNCTION public."Order keys_guard"();

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
CREATE OR REPLACE FUNCTION public."Order keys_claim"(
  p_tenant_id text,
  p_operation text,
  p_key text,
  p_fingerprint bytea,
  p_fingerprint_version bigint DEFAULT 1,
  p_lease interval DEFAULT interval '300 seconds',
  p_retention interval DEFAULT interval '86400 seconds',
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
  OUT response_body_ref text,
  OUT response_headers jsonb)
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_digest bytea;
  v_token uuid := gen_random_uuid();
  v_now timestamptz;
  v_end timestamptz;
  v_idle boolean;
  r public."Order keys"%ROWTYPE;
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
    INSERT INTO public."Order keys" (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, fingerprint_version,
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

    SELECT * INTO r FROM public."Order keys" AS t
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest;
    CONTINUE WHEN NOT FOUND; -- released or reaped since the insert
    v_now := clock_timestamp();

    -- Past its memory, by time and not by deletion: as if the key had never been seen.
    v_end := CASE WHEN r.tombstone THEN r.expires_at ELSE r.expires_at + interval '7776000 seconds' END;
    v_idle := r.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE')
      OR (r.state = 'PROCESSING' AND r.effect_started_at IS NULL AND r.locked_until <= v_now);
    IF v_idle AND v_end <= v_now THEN
      DELETE FROM public."Order keys" AS t
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
      response_body_ref := r.response_body_ref;
      RETURN;
    END IF;

    IF r.state = 'PROCESSING' AND r.locked_until > v_now THEN
      outcome := 'in_flight';
      RETURN;
    END IF;

    IF r.state = 'PROCESSING' AND r.effect_started_at IS NOT NULL THEN
      UPDATE public."Order keys" AS t SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
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
    UPDATE public."Order keys" AS t
    SET state = 'PROCESSING', owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL,
        locked_until = v_now + p_lease, completed_at = NULL, expires_at = v_now + p_lease + p_retention,
        response_body_ref = NULL,
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
CREATE OR REPLACE FUNCTION public."Order keys_replay"(
  p_tenant_id text,
  p_operation text,
  p_key text,
  p_fingerprint bytea,
  p_fingerprint_version bigint DEFAULT 1,
  OUT outcome text,
  OUT state text,
  OUT resource_type text,
  OUT resource_id text,
  OUT response_status bigint,
  OUT response_body_ref text,
  OUT response_headers jsonb)
LANGUAGE plpgsql STABLE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  r public."Order keys"%ROWTYPE;
BEGIN
  SELECT * INTO r FROM public."Order keys" AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'));
  IF NOT FOUND OR ((r.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE')
      OR (r.state = 'PROCESSING' AND r.effect_started_at IS NULL AND r.locked_until <= v_now))
    AND v_now >= CASE WHEN r.tombstone THEN r.expires_at ELSE r.expires_at + interval '7776000 seconds' END) THEN
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
    response_body_ref := r.response_body_ref;
  END IF;
END
$idem$;

-- What the holder of owner_token does. Each answers 'lost' when the token is not the record's: stop, change nothing more.

-- heartbeat: 'extended' or 'lost'. Send it at least every third of the lease.
CREATE OR REPLACE FUNCTION public."Order keys_heartbeat"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid, p_lease interval DEFAULT interval '300 seconds')
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE public."Order keys" AS t SET locked_until = clock_timestamp() + p_lease
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'extended' ELSE 'lost' END;
END
$idem$;

-- start_effect: 'started' or 'lost'. Commit it before the first effect that leaves the database; it renews the lease.
CREATE OR REPLACE FUNCTION public."Order keys_start_effect"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid, p_lease interval DEFAULT interval '300 seconds')
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE public."Order keys" AS t
  SET effect_started_at = coalesce(t.effect_started_at, clock_timestamp()), locked_until = clock_timestamp() + p_lease
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'started' ELSE 'lost' END;
END
$idem$;

-- complete: 'completed', 'already' (this owner completed it before) or 'lost'. A worker that learns the outcome late,
-- when the record is OUTCOME_UNKNOWN and still carries its token, may still report it: that is evidence, first hand.
CREATE OR REPLACE FUNCTION public."Order keys_complete"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid,
  p_response_status bigint, p_response_headers jsonb DEFAULT NULL,
  p_response_body_ref text DEFAULT NULL,
  p_resource_type text DEFAULT NULL, p_resource_id text DEFAULT NULL, p_retention interval DEFAULT interval '86400 seconds')
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
BEGIN
  UPDATE public."Order keys" AS t
  SET state = 'SUCCEEDED', response_status = p_response_status, response_headers = p_response_headers,
      response_body_ref = p_response_body_ref,
      resource_type = p_resource_type, resource_id = p_resource_id, locked_until = NULL,
      completed_at = v_now, expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state IN ('PROCESSING', 'OUTCOME_UNKNOWN') AND t.owner_token = p_owner_token;
  IF FOUND THEN RETURN 'completed'; END IF;
  PERFORM 1 FROM public."Order keys" AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state = 'SUCCEEDED' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- fail: 'failed', 'already' or 'lost'. p_final: the refusal is the answer, now and on every repeat. Otherwise no effect
-- is in force and the same key may run again. A timeout or a lost connection is neither: that is mark_unknown.
CREATE OR REPLACE FUNCTION public."Order keys_fail"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid, p_final boolean,
  p_response_status bigint DEFAULT NULL, p_response_headers jsonb DEFAULT NULL,
  p_response_body_ref text DEFAULT NULL,
  p_retention interval DEFAULT interval '86400 seconds')
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_state text := CASE WHEN p_final THEN 'FAILED_FINAL' ELSE 'FAILED_RETRYABLE' END;
BEGIN
  UPDATE public."Order keys" AS t
  SET state = v_state, response_status = p_response_status, response_headers = p_response_headers,
      response_body_ref = p_response_body_ref,
      locked_until = NULL, completed_at = v_now, expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND (t.state = 'PROCESSING' OR (t.state = 'OUTCOME_UNKNOWN' AND p_final)) AND t.owner_token = p_owner_token;
  IF FOUND THEN RETURN 'failed'; END IF;
  PERFORM 1 FROM public."Order keys" AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state = v_state AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- mark_unknown: 'unknown' or 'lost'. For a timeout, a provider's 5xx, a connection lost after sending.
CREATE OR REPLACE FUNCTION public."Order keys_mark_unknown"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid)
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE public."Order keys" AS t SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'unknown' ELSE 'lost' END;
END
$idem$;

-- release: 'released' or 'lost'. Forgets the key, and only where no effect began: by its owner (a request refused
-- before anything happened), or with a NULL token a record that nobody holds (failed retryable, or its lease over).
CREATE OR REPLACE FUNCTION public."Order keys_release"(
  p_tenant_id text, p_operation text, p_key text, p_owner_token uuid)
RETURNS text LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  DELETE FROM public."Order keys" AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.effect_started_at IS NULL
    AND CASE WHEN p_owner_token IS NOT NULL THEN t.state = 'PROCESSING' AND t.owner_token = p_owner_token
             ELSE t.state = 'FAILED_RETRYABLE' OR (t.state = 'PROCESSING' AND t.locked_until <= clock_timestamp()) END;
  RETURN CASE WHEN FOUND THEN 'released' ELSE 'lost' END;
END
$idem$;

-- resolve: what a look-up at the provider, or a person, found out about a record whose outcome is unknown. Answers the new
-- state, or 'refused' when the record is in no state that p_to may follow. p_to:
--   SUCCEEDED, FAILED_FINAL  the evidence is final; the response given here is replayed from now on
--   PROCESSING               the effect is surely absent: this caller runs it, under the owner_token that comes back
--   MANUAL_REVIEW            nobody can tell; only a person may go on, to SUCCEEDED or FAILED_FINAL
CREATE OR REPLACE FUNCTION public."Order keys_resolve"(
  p_tenant_id text, p_operation text, p_key text, p_to text,
  p_response_status bigint DEFAULT NULL, p_response_headers jsonb DEFAULT NULL,
  p_response_body_ref text DEFAULT NULL,
  p_resource_type text DEFAULT NULL, p_resource_id text DEFAULT NULL,
  p_lease interval DEFAULT interval '300 seconds', p_retention interval DEFAULT interval '86400 seconds',
  OUT outcome text, OUT owner_token uuid)
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_token uuid := gen_random_uuid();
BEGIN
  IF p_to IS NULL OR p_to NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'PROCESSING', 'MANUAL_REVIEW') THEN
    RAISE EXCEPTION 'an unknown outcome cannot be resolved to %', coalesce(p_to, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF p_to = 'PROCESSING' THEN
    UPDATE public."Order keys" AS t
    SET state = p_to, owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL,
        locked_until = v_now + p_lease, expires_at = v_now + p_lease + p_retention
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state = 'OUTCOME_UNKNOWN';
    owner_token := CASE WHEN FOUND THEN v_token END;
  ELSIF p_to = 'MANUAL_REVIEW' THEN
    UPDATE public."Order keys" AS t SET state = p_to, owner_token = NULL
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state = 'OUTCOME_UNKNOWN';
  ELSE
    UPDATE public."Order keys" AS t
    SET state = p_to, response_status = p_response_status, response_headers = p_response_headers,
        response_body_ref = p_response_body_ref,
        resource_type = p_resource_type, resource_id = p_resource_id, owner_token = NULL, locked_until = NULL,
        completed_at = v_now, expires_at = v_now + p_retention
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW');
  END IF;
  outcome := CASE WHEN FOUND THEN p_to ELSE 'refused' END;
END
$idem$;

-- tombstone: turns up to p_batch finished records whose replay has ended into tombstones, and returns how many.
-- Call it until it returns 0, committing in between.
CREATE OR REPLACE FUNCTION public."Order keys_tombstone"(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.tenant_id, t.operation, t.key_digest FROM public."Order keys" AS t
    WHERE t.expires_at <= clock_timestamp() AND t.state IN ('SUCCEEDED', 'FAILED_FINAL') AND NOT t.tombstone
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  UPDATE public."Order keys" AS t
  SET tombstone = true, idempotency_key = NULL, owner_token = NULL, response_headers = NULL,
      response_body_ref = NULL,
      expires_at = t.expires_at + interval '7776000 seconds'
  FROM due WHERE t.tenant_id = due.tenant_id AND t.operation = due.operation AND t.key_digest = due.key_digest;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;

-- reap: deletes up to p_batch records whose tombstone has ended too, and returns how many. Final states only: what is
-- in flight, unknown, under review or may be retried stays. Call it until it returns 0, committing in between.
CREATE OR REPLACE FUNCTION public."Order keys_reap"(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.tenant_id, t.operation, t.key_digest FROM public."Order keys" AS t
    WHERE t.expires_at <= clock_timestamp() AND t.state IN ('SUCCEEDED', 'FAILED_FINAL')
      AND (t.tombstone OR t.expires_at + interval '7776000 seconds' <= clock_timestamp())
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  DELETE FROM public."Order keys" AS t USING due
  WHERE t.tenant_id = due.tenant_id AND t.operation = due.operation AND t.key_digest = due.key_digest;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;

-- One row per operation: what is stuck, unknown or overdue, and how often work was taken up again.
CREATE OR REPLACE VIEW public."Order keys_health" AS
SELECT operation,
       count(*) AS keys,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until > clock_timestamp()) AS in_flight,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until <= clock_timestamp()
                          AND effect_started_at IS NULL) AS stuck_before_effect,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until <= clock_timestamp()
                          AND effect_started_at IS NOT NULL) AS stuck_after_effect,
       count(*) FILTER (WHERE state = 'OUTCOME_UNKNOWN') AS outcome_unknown,
       count(*) FILTER (WHERE state = 'MANUAL_REVIEW') AS manual_review,
       coalesce(sum(attempts) - count(*), 0)::bigint AS taken_up_again,
       count(*) FILTER (WHERE state IN ('SUCCEEDED', 'FAILED_FINAL') AND expires_at <= clock_timestamp()) AS overdue_for_reaper,
       min(expires_at) FILTER (WHERE state IN ('SUCCEEDED', 'FAILED_FINAL')) AS oldest_expiry
FROM public."Order keys"
GROUP BY operation;

-- Responses by day, apart from the narrow claims: days are dropped whole, while a claim stays one row in one plain table
-- and its key is one key across midnight.
CREATE TABLE IF NOT EXISTS public."Order keys_response" (
  day date NOT NULL,
  response_id uuid NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "Order keys_response_pkey" PRIMARY KEY (day, response_id)
) PARTITION BY RANGE (day);

COMMENT ON TABLE public."Order keys_response" IS 'idem responses: stored bodies by day (UTC); found through response_body_ref of their claim.';

-- response_put: stores a body and returns the reference to give to complete, in the same transaction.
CREATE OR REPLACE FUNCTION public."Order keys_response_put"(p_body bytea) RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_day date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  v_id uuid := gen_random_uuid();
BEGIN
  INSERT INTO public."Order keys_response" (day, response_id, body) VALUES (v_day, v_id, p_body);
  RETURN to_char(v_day, 'YYYY-MM-DD') || '/' || v_id;
END
$idem$;

-- response_get: the body of a reference; NULL once its day was dropped: answer 410, run nothing.
CREATE OR REPLACE FUNCTION public."Order keys_response_get"(p_ref text) RETURNS bytea
LANGUAGE plpgsql STABLE SECURITY INVOKER SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_body bytea;
BEGIN
  SELECT r.body INTO v_body FROM public."Order keys_response" AS r
  WHERE r.day = split_part(p_ref, '/', 1)::date AND r.response_id = split_part(p_ref, '/', 2)::uuid;
  RETURN v_body;
END
$idem$;


COMMIT;

-- pg_partman makes and drops the days of the responses
--   Locks: ACCESS EXCLUSIVE on the new response table alone.
--   Needs the extension pg_partman, and its maintenance to run: its background worker, or
--     run_maintenance_proc called by pg_cron. Undo: pg_partman forgets the table; dropping it comes after.

BEGIN;

-- pg_partman keeps the days of the response table: made a week ahead, dropped when they are older than the responses live.
-- It makes a default partition, which would take ACCESS EXCLUSIVE with every later day and hide a missing one: that goes.
SET LOCAL lock_timeout = '2000ms';
SET LOCAL statement_timeout = '30000ms';

DO $idem$
DECLARE
  v_home text;
  v_version text;
BEGIN
  SELECT quote_ident(n.nspname), e.extversion INTO v_home, v_version
  FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_partman';
  IF v_home IS NULL THEN
    RAISE EXCEPTION 'pg_partman is not installed in this database'
      USING HINT = 'CREATE EXTENSION pg_partman, or make the migration without --with pg_partman.';
  END IF;
  EXECUTE format('SELECT count(*) FROM %s.part_config WHERE parent_table = %L', v_home, 'public.Order keys_response') INTO STRICT v_version;
  IF v_version <> '0' THEN
    RETURN; -- it keeps this table already
  END IF;
  SELECT e.extversion INTO v_version FROM pg_catalog.pg_extension AS e WHERE e.extname = 'pg_partman';
  IF split_part(v_version, '.', 1)::bigint >= 5 THEN
    EXECUTE format('SELECT %s.create_parent(p_parent_table := %L, p_control := %L, p_interval := %L, p_premake := 7)',
                   v_home, 'public.Order keys_response', 'day', '1 day');
  ELSE
    EXECUTE format('SELECT %s.create_parent(p_parent_table := %L, p_control := %L, p_type := %L, p_interval := %L, p_premake := 7)',
                   v_home, 'public.Order keys_response', 'day', 'native', 'daily');
  END IF;
  EXECUTE format('UPDATE %s.part_config SET retention = %L, retention_keep_table = false, infinite_time_partitions = true'
                 ' WHERE parent_table = %L', v_home, '86400 seconds', 'public.Order keys_response');
  EXECUTE (SELECT coalesce(string_agg(format('DROP TABLE %s;', i.inhrelid::regclass), ' '), 'SELECT 1')
           FROM pg_catalog.pg_inherits AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
           WHERE i.inhparent = to_regclass('public."Order keys_response"') AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT');
END
$idem$;

COMMIT;

-- pg_cron looks after public."Order keys"
--   Locks: none on any table but pg_cron's own.
--   Needs the extension pg_cron in this database. Undo: unschedules these jobs and no other.

BEGIN;

-- Scheduling a name that is there replaces its job: running this again changes nothing.
SET LOCAL lock_timeout = '2000ms';
SET LOCAL statement_timeout = '30000ms';

DO $idem$
BEGIN
  IF to_regclass('cron.job') IS NULL THEN
    RAISE EXCEPTION 'pg_cron is not installed in this database'
      USING HINT = 'CREATE EXTENSION pg_cron in the database that cron.database_name names, or call the functions from elsewhere.';
  END IF;
END
$idem$;

SELECT cron.schedule('idem public.Order keys tombstone', '* * * * *', 'SELECT public."Order keys_tombstone"(10000)');
SELECT cron.schedule('idem public.Order keys reap', '* * * * *', 'SELECT public."Order keys_reap"(10000)');

COMMIT;
