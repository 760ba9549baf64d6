-- An existing table of this name that is not one of ours is never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 4 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('consumer_name', 'event_id', 'processed_at', 'expires_at'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile inbox; choose another --name', @table_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  consumer_name text NOT NULL,
  event_id text NOT NULL,
  processed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (consumer_name, event_id),
  CONSTRAINT @id:_event_check@ CHECK (char_length(event_id) BETWEEN 1 AND 255 AND char_length(consumer_name) BETWEEN 1 AND 255)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at);

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.event_id IS 'The producer''s id of the event, the same on every delivery; never a delivery tag or receipt handle.';
COMMENT ON COLUMN @table@.expires_at IS 'Later than the broker can deliver again: retention and dead-letter replay included.';
