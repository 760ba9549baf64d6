--@if functions
-- resolve: what a look-up at the provider, or a person, found out about a record whose outcome is unknown. Answers the new
-- state, or 'refused' when the record is in no state that p_to may follow. p_to:
--   SUCCEEDED, FAILED_FINAL  the evidence is final; the response given here is replayed from now on
--   PROCESSING               the effect is surely absent: this caller runs it, under the owner_token that comes back
--   MANUAL_REVIEW            nobody can tell; only a person may go on, to SUCCEEDED or FAILED_FINAL
CREATE OR REPLACE FUNCTION @fn:_resolve@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_to text,
  p_response_status bigint DEFAULT NULL, p_response_headers jsonb DEFAULT NULL,
--@if inline
  p_response_body bytea DEFAULT NULL,
--@end
--@if reference
  p_response_body_ref text DEFAULT NULL,
--@end
  p_resource_type text DEFAULT NULL, p_resource_id text DEFAULT NULL,
  p_lease interval DEFAULT @lease@, p_retention interval DEFAULT @retention@,
  OUT outcome text, OUT owner_token uuid)
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
#variable_conflict use_column
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_token uuid := @new_token@;
BEGIN
  IF p_to IS NULL OR p_to NOT IN ('SUCCEEDED', 'FAILED_FINAL', 'PROCESSING', 'MANUAL_REVIEW') THEN
    RAISE EXCEPTION 'an unknown outcome cannot be resolved to %', coalesce(p_to, 'NULL') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF p_to = 'PROCESSING' THEN
    UPDATE @table@ AS t
    SET state = p_to, owner_token = v_token, attempts = t.attempts + 1, effect_started_at = NULL,
        locked_until = v_now + p_lease, expires_at = v_now + p_lease + p_retention
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state = 'OUTCOME_UNKNOWN';
    owner_token := CASE WHEN FOUND THEN v_token END;
  ELSIF p_to = 'MANUAL_REVIEW' THEN
    UPDATE @table@ AS t SET state = p_to, owner_token = NULL
    WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
      AND t.state = 'OUTCOME_UNKNOWN';
  ELSE
    UPDATE @table@ AS t
    SET state = p_to, response_status = p_response_status, response_headers = p_response_headers,
--@if inline
        response_body = p_response_body,
--@end
--@if reference
        response_body_ref = p_response_body_ref,
--@end
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
CREATE OR REPLACE FUNCTION @fn:_tombstone@(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_now timestamptz := clock_timestamp(); -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.tenant_id, t.operation, t.key_digest FROM @table@ AS t
    WHERE t.expires_at <= v_now AND t.state IN ('SUCCEEDED', 'FAILED_FINAL') AND NOT t.tombstone
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  UPDATE @table@ AS t
  SET tombstone = true, idempotency_key = NULL, owner_token = NULL, response_headers = NULL,
--@if inline
      response_body = NULL,
--@end
--@if reference
      response_body_ref = NULL,
--@end
      expires_at = t.expires_at + @tombstone_retention@
  FROM due WHERE t.tenant_id = due.tenant_id AND t.operation = due.operation AND t.key_digest = due.key_digest;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;

-- reap: deletes up to p_batch records whose tombstone has ended too, and returns how many. Final states only: what is
-- in flight, unknown, under review or may be retried stays. Call it until it returns 0, committing in between.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_now timestamptz := clock_timestamp(); -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.tenant_id, t.operation, t.key_digest FROM @table@ AS t
    WHERE t.expires_at <= v_now AND t.state IN ('SUCCEEDED', 'FAILED_FINAL')
      AND (t.tombstone OR t.expires_at + @tombstone_retention@ <= v_now)
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  DELETE FROM @table@ AS t USING due
  WHERE t.tenant_id = due.tenant_id AND t.operation = due.operation AND t.key_digest = due.key_digest;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
