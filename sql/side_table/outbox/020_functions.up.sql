--@if functions
-- enqueue: writes an event and returns its id. Call it in the transaction that writes the business rows.
CREATE OR REPLACE FUNCTION @fn:_enqueue@(p_idempotency_key text, p_aggregate text, p_type text, p_payload jsonb)
RETURNS uuid LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_id uuid := @new_token@;
BEGIN
  INSERT INTO @table@ (event_id, idempotency_key, aggregate, type, payload)
  VALUES (v_id, p_idempotency_key, p_aggregate, p_type, p_payload);
  RETURN v_id;
END
$idem$;

-- take: up to p_batch unpublished events in order, locked until this transaction ends. Publish them, call published with
-- their ids and commit. A crash in between publishes them again: at least once, under the same event_id. Two publishers
-- never take the same event; with more than one, events of one aggregate may be published out of order.
CREATE OR REPLACE FUNCTION @fn:_take@(p_batch bigint DEFAULT 100) RETURNS SETOF @table@
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  RETURN QUERY
  WITH due AS (
    SELECT t.event_id FROM @table@ AS t WHERE t.published_at IS NULL
    ORDER BY t.position LIMIT p_batch FOR UPDATE SKIP LOCKED), taken AS (
    UPDATE @table@ AS t SET attempts = t.attempts + 1 FROM due WHERE t.event_id = due.event_id RETURNING t.*)
  SELECT * FROM taken ORDER BY taken.position;
END
$idem$;

-- published: marks events as published and returns how many were not before.
CREATE OR REPLACE FUNCTION @fn:_published@(p_event_ids uuid[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_count bigint;
BEGIN
  UPDATE @table@ AS t SET published_at = clock_timestamp() WHERE t.event_id = ANY (p_event_ids) AND t.published_at IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;

-- reap: deletes up to p_batch events published longer than p_retention ago. What is unpublished stays.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000, p_retention interval DEFAULT @retention@) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_before timestamptz := clock_timestamp() - p_retention; -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.event_id FROM @table@ AS t WHERE t.published_at <= v_before
    ORDER BY t.published_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  DELETE FROM @table@ AS t USING due WHERE t.event_id = due.event_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
