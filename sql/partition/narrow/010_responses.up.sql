-- Responses by day, apart from the narrow claims: days are dropped whole, while a claim stays one row in one plain table
-- and its key is one key across midnight.
CREATE TABLE IF NOT EXISTS @at:_response@ (
  day date NOT NULL,
  response_id uuid NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT @id:_response_pkey@ PRIMARY KEY (day, response_id)
) PARTITION BY RANGE (day);

COMMENT ON TABLE @at:_response@ IS 'idem responses: stored bodies by day (UTC); found through response_body_ref of their claim.';

--@if functions
--@if own_days
-- response_days: makes the partitions of today and of p_ahead days after it, where they are not there yet. Call it daily.
-- Each is made apart and attached (SHARE UPDATE EXCLUSIVE): nobody who reads or writes responses waits.
CREATE OR REPLACE FUNCTION @fn:_response_days@(p_ahead integer DEFAULT 7) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET lock_timeout = @lock_timeout@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_day date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  v_name text;
  v_made bigint := 0;
BEGIN
  FOR i IN 0..p_ahead LOOP
    v_name := @response_prefix_literal@ || to_char(v_day + i, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(format('%I.%I', @schema_literal@, v_name)) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I.%I (LIKE %s INCLUDING ALL)', @schema_literal@, v_name, @response_literal@);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%L) TO (%L)',
                   @response_literal@, @schema_literal@, v_name, v_day + i, v_day + i + 1);
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END
$idem$;

-- response_drop: drops the days that ended more than p_retention ago, and returns how many. Locks the response table
-- alone, for an instant, and waits for that lock no longer than a migration would.
CREATE OR REPLACE FUNCTION @fn:_response_drop@(p_retention interval DEFAULT @retention@) RETURNS bigint
LANGUAGE plpgsql VOLATILE @security@ SET lock_timeout = @lock_timeout@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_part record;
  v_dropped bigint := 0;
BEGIN
  FOR v_part IN
    SELECT i.inhrelid::regclass::text AS name, right(c.relname, 8) AS day FROM pg_inherits AS i
    JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = @response_literal@::regclass AND c.relname ~ '[0-9]{8}$'
  LOOP
    CONTINUE WHEN (to_date(v_part.day, 'YYYYMMDD') + 1)::timestamp AT TIME ZONE 'UTC' + p_retention > clock_timestamp();
    EXECUTE 'DROP TABLE ' || v_part.name;
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$idem$;

--@end
-- response_put: stores a body and returns the reference to give to complete, in the same transaction.
CREATE OR REPLACE FUNCTION @fn:_response_put@(p_body bytea) RETURNS text
LANGUAGE plpgsql VOLATILE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_day date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  v_id uuid := @new_token@;
BEGIN
  INSERT INTO @at:_response@ (day, response_id, body) VALUES (v_day, v_id, p_body);
  RETURN to_char(v_day, 'YYYY-MM-DD') || '/' || v_id;
END
$idem$;

-- response_get: the body of a reference; NULL once its day was dropped: answer 410, run nothing.
CREATE OR REPLACE FUNCTION @fn:_response_get@(p_ref text) RETURNS bytea
LANGUAGE plpgsql STABLE @security@ SET search_path = pg_catalog, pg_temp AS $idem$
DECLARE
  v_body bytea;
BEGIN
  SELECT r.body INTO v_body FROM @at:_response@ AS r
  WHERE r.day = split_part(p_ref, '/', 1)::date AND r.response_id = split_part(p_ref, '/', 2)::uuid;
  RETURN v_body;
END
$idem$;

--@if own_days
SELECT @fn:_response_days@();
--@end
--@end
