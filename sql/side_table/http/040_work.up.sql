--@if functions
-- What the holder of owner_token does. Each answers 'lost' when the token is not the record's: stop, change nothing more.

-- heartbeat: 'extended' or 'lost'. Send it at least every third of the lease.
CREATE OR REPLACE FUNCTION @fn:_heartbeat@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid, p_lease interval DEFAULT @lease@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t SET locked_until = clock_timestamp() + p_lease
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'extended' ELSE 'lost' END;
END
$idem$;

-- start_effect: 'started' or 'lost'. Commit it before the first effect that leaves the database; it renews the lease.
CREATE OR REPLACE FUNCTION @fn:_start_effect@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid, p_lease interval DEFAULT @lease@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t
  SET effect_started_at = coalesce(t.effect_started_at, clock_timestamp()), locked_until = clock_timestamp() + p_lease
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'started' ELSE 'lost' END;
END
$idem$;

-- complete: 'completed', 'already' (this owner completed it before) or 'lost'. A worker that learns the outcome late,
-- when the record is OUTCOME_UNKNOWN and still carries its token, may still report it: that is evidence, first hand.
CREATE OR REPLACE FUNCTION @fn:_complete@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid,
  p_response_status bigint, p_response_headers jsonb DEFAULT NULL,
--@if inline
  p_response_body bytea DEFAULT NULL,
--@end
--@if reference
  p_response_body_ref text DEFAULT NULL,
--@end
  p_resource_type text DEFAULT NULL, p_resource_id text DEFAULT NULL, p_retention interval DEFAULT @retention@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
BEGIN
  UPDATE @table@ AS t
  SET state = 'SUCCEEDED', response_status = p_response_status, response_headers = p_response_headers,
--@if inline
      response_body = p_response_body,
--@end
--@if reference
      response_body_ref = p_response_body_ref,
--@end
      resource_type = p_resource_type, resource_id = p_resource_id, locked_until = NULL,
      completed_at = v_now, expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state IN ('PROCESSING', 'OUTCOME_UNKNOWN') AND t.owner_token = p_owner_token;
  IF FOUND THEN RETURN 'completed'; END IF;
  PERFORM 1 FROM @table@ AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state = 'SUCCEEDED' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- fail: 'failed', 'already' or 'lost'. p_final: the refusal is the answer, now and on every repeat. Otherwise no effect
-- is in force and the same key may run again. A timeout or a lost connection is neither: that is mark_unknown.
CREATE OR REPLACE FUNCTION @fn:_fail@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid, p_final boolean,
  p_response_status bigint DEFAULT NULL, p_response_headers jsonb DEFAULT NULL,
--@if inline
  p_response_body bytea DEFAULT NULL,
--@end
--@if reference
  p_response_body_ref text DEFAULT NULL,
--@end
  p_retention interval DEFAULT @retention@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_digest bytea := sha256(convert_to(p_key, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_state text := CASE WHEN p_final THEN 'FAILED_FINAL' ELSE 'FAILED_RETRYABLE' END;
BEGIN
  UPDATE @table@ AS t
  SET state = v_state, response_status = p_response_status, response_headers = p_response_headers,
--@if inline
      response_body = p_response_body,
--@end
--@if reference
      response_body_ref = p_response_body_ref,
--@end
      locked_until = NULL, completed_at = v_now, expires_at = v_now + p_retention
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND (t.state = 'PROCESSING' OR (t.state = 'OUTCOME_UNKNOWN' AND p_final)) AND t.owner_token = p_owner_token;
  IF FOUND THEN RETURN 'failed'; END IF;
  PERFORM 1 FROM @table@ AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = v_digest
    AND t.state = v_state AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'already' ELSE 'lost' END;
END
$idem$;

-- mark_unknown: 'unknown' or 'lost'. For a timeout, a provider's 5xx, a connection lost after sending.
CREATE OR REPLACE FUNCTION @fn:_mark_unknown@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  UPDATE @table@ AS t SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.state = 'PROCESSING' AND t.owner_token = p_owner_token;
  RETURN CASE WHEN FOUND THEN 'unknown' ELSE 'lost' END;
END
$idem$;

-- release: 'released' or 'lost'. Forgets the key, and only where no effect began: by its owner (a request refused
-- before anything happened), or with a NULL token a record that nobody holds (failed retryable, or its lease over).
CREATE OR REPLACE FUNCTION @fn:_release@(
  p_tenant_id @tenant_type@, p_operation text, p_key text, p_owner_token uuid)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  DELETE FROM @table@ AS t
  WHERE t.tenant_id = p_tenant_id AND t.operation = p_operation AND t.key_digest = sha256(convert_to(p_key, 'UTF8'))
    AND t.effect_started_at IS NULL
    AND CASE WHEN p_owner_token IS NOT NULL THEN t.state = 'PROCESSING' AND t.owner_token = p_owner_token
             ELSE t.state = 'FAILED_RETRYABLE' OR (t.state = 'PROCESSING' AND t.locked_until <= clock_timestamp()) END;
  RETURN CASE WHEN FOUND THEN 'released' ELSE 'lost' END;
END
$idem$;
--@end
