-- An existing table of this name that is not one of ours is never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 5 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('key_digest', 'request_fingerprint', 'owner_token', 'effect_started_at', 'tombstone'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no idempotency table of profile http; choose another --name', @table_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  tenant_id @tenant_type@ NOT NULL,
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
--@if inline
  response_body bytea,
--@end
--@if reference
  response_body_ref text,
--@end
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  locked_until timestamptz,
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  tombstone boolean NOT NULL DEFAULT false,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (tenant_id, operation, key_digest),
  CONSTRAINT @id:_operation_check@ CHECK (char_length(operation) BETWEEN 1 AND 255),
  CONSTRAINT @id:_digest_check@ CHECK (octet_length(key_digest) = 32),
  CONSTRAINT @id:_key_check@ CHECK (char_length(idempotency_key) <= 255),
  CONSTRAINT @id:_state_check@ CHECK (state IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  CONSTRAINT @id:_lease_check@ CHECK (state <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CONSTRAINT @id:_final_check@ CHECK (state NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL),
  CONSTRAINT @id:_tombstone_check@ CHECK (NOT tombstone OR state IN ('SUCCEEDED', 'FAILED_FINAL'))
--@if hash
) PARTITION BY HASH (tenant_id, operation, key_digest);
--@else
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);
--@end
--@if hash

@hash_partitions@
--@end

-- For the reaper, for what is not finished, and for the way back from a business record to its key. A claim writes into
-- the primary key and the small index of open records alone; renewing a lease writes into none of them.
CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at) WHERE state IN ('SUCCEEDED', 'FAILED_FINAL');
CREATE INDEX IF NOT EXISTS @id:_open_idx@ ON @table@ (created_at)
  WHERE state IN ('PROCESSING', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW');
CREATE INDEX IF NOT EXISTS @id:_resource_idx@ ON @table@ (resource_type, resource_id) WHERE resource_id IS NOT NULL;

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.tenant_id IS @tenant_comment@;
COMMENT ON COLUMN @table@.operation IS 'What the key is for, such as "POST /orders": one key may be used once per operation.';
COMMENT ON COLUMN @table@.key_digest IS 'SHA-256 of the caller''s key: of fixed length, so that no key is too long for the index.';
COMMENT ON COLUMN @table@.idempotency_key IS 'The caller''s key as sent, for people and for reconciling; cleared in a tombstone.';
COMMENT ON COLUMN @table@.request_fingerprint IS 'Hash of what the request means. The same key with another meaning is refused, never run.';
COMMENT ON COLUMN @table@.state IS 'PROCESSING, SUCCEEDED, FAILED_FINAL, FAILED_RETRYABLE (no effect in force), OUTCOME_UNKNOWN, MANUAL_REVIEW.';
COMMENT ON COLUMN @table@.owner_token IS 'Fencing token of the worker that holds the lease; who lost the lease can change nothing.';
COMMENT ON COLUMN @table@.effect_started_at IS 'Set before the first effect. A lease that ends earlier may be taken over; later it is OUTCOME_UNKNOWN.';
COMMENT ON COLUMN @table@.resource_id IS 'Plain text on purpose: a foreign key would lock the core table now and on every rollback.';
COMMENT ON COLUMN @table@.expires_at IS 'End of replay. Afterwards the key answers "expired" until the tombstone ends too; deletion comes later.';
COMMENT ON COLUMN @table@.tombstone IS 'The response is gone, the fact that this key was used is not.';
