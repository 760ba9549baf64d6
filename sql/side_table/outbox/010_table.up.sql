-- An existing table of this name that is not one of ours is never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 5 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('event_id', 'idempotency_key', 'aggregate', 'published_at', 'attempts'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile outbox; choose another --name', @table_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  position bigint GENERATED ALWAYS AS IDENTITY,
  event_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  aggregate text NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  published_at timestamptz,
  attempts bigint NOT NULL DEFAULT 0,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (event_id),
  CONSTRAINT @id:_key_check@ CHECK (char_length(idempotency_key) <= 255)
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);

-- The publisher's whole work, in order; empty when it has caught up.
CREATE INDEX IF NOT EXISTS @id:_unpublished_idx@ ON @table@ (position) WHERE published_at IS NULL;
CREATE INDEX IF NOT EXISTS @id:_published_idx@ ON @table@ (published_at) WHERE published_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS @id:_key_idx@ ON @table@ (idempotency_key);

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.event_id IS 'Sent with the event and the same on every attempt: what consumers recognise a repeat by.';
COMMENT ON COLUMN @table@.idempotency_key IS 'Key of the request that caused the event, for reconciling.';
COMMENT ON COLUMN @table@.position IS 'Order of insertion, not of commit: events of one aggregate are in order where one transaction at a time writes it.';
