--@if functions
-- accept: 'new' or 'duplicate'. Call it first in the transaction that makes the message's effects, and acknowledge the
-- message after the commit, for duplicates too. A concurrent delivery of the same event waits for the first one's
-- transaction: if that rolls back, this caller gets 'new'. REPEATABLE READ and SERIALIZABLE: 40001, run it again.
CREATE OR REPLACE FUNCTION @fn:_accept@(p_consumer_name text, p_event_id text, p_retention interval DEFAULT @retention@)
RETURNS text LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
BEGIN
  INSERT INTO @table@ (consumer_name, event_id, expires_at)
  VALUES (p_consumer_name, p_event_id, clock_timestamp() + p_retention)
  ON CONFLICT (consumer_name, event_id) DO NOTHING;
  RETURN CASE WHEN FOUND THEN 'new' ELSE 'duplicate' END;
END
$idem$;

-- reap: deletes up to p_batch records past their time, and returns how many. Until then a late copy is a duplicate.
CREATE OR REPLACE FUNCTION @fn:_reap@(p_batch bigint DEFAULT 1000) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_now timestamptz := clock_timestamp(); -- in a variable: a volatile function is not looked up in an index
  v_count bigint;
BEGIN
  WITH due AS (
    SELECT t.consumer_name, t.event_id FROM @table@ AS t WHERE t.expires_at <= v_now
    ORDER BY t.expires_at LIMIT p_batch FOR UPDATE SKIP LOCKED)
  DELETE FROM @table@ AS t USING due WHERE t.consumer_name = due.consumer_name AND t.event_id = due.event_id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$idem$;
--@end
