-- Existing tables of these names that are not ours are never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 4 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('workflow_id', 'request_fingerprint', 'state', 'expires_at'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile workflow; choose another --name', @table_literal@;
  END IF;
  IF to_regclass(@step_literal@) IS NOT NULL AND 4 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@step_literal@) AND NOT attisdropped
      AND attname IN ('workflow_id', 'step_key', 'idempotency_key', 'owner_token'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile workflow; choose another --name', @step_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  workflow_id text NOT NULL,
  tenant_id @tenant_type@ NOT NULL,
  workflow_type text NOT NULL,
  request_fingerprint bytea NOT NULL,
  state text NOT NULL DEFAULT 'RUNNING',
  result jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (workflow_id),
  CONSTRAINT @id:_id_check@ CHECK (char_length(workflow_id) BETWEEN 1 AND 255),
  CONSTRAINT @id:_state_check@ CHECK (state IN ('RUNNING', 'SUCCEEDED', 'FAILED_FINAL')),
  CONSTRAINT @id:_final_check@ CHECK ((state = 'RUNNING') = (completed_at IS NULL))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE IF NOT EXISTS @step@ (
  workflow_id text NOT NULL,
  step_key text NOT NULL,
  idempotency_key text NOT NULL,
  request_fingerprint bytea NOT NULL,
  state text NOT NULL DEFAULT 'PROCESSING',
  result jsonb,
  owner_token uuid,
  attempts bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  effect_started_at timestamptz,
  locked_until timestamptz,
  completed_at timestamptz,
  CONSTRAINT @id:_step_pkey@ PRIMARY KEY (workflow_id, step_key),
  CONSTRAINT @id:_step_key_check@ CHECK (char_length(step_key) BETWEEN 1 AND 255),
  CONSTRAINT @id:_step_state_check@ CHECK (state IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  CONSTRAINT @id:_step_lease_check@ CHECK (state <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CONSTRAINT @id:_step_final_check@ CHECK (state NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL)
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS @id:_tenant_idx@ ON @table@ (tenant_id, created_at);
CREATE INDEX IF NOT EXISTS @id:_step_open_idx@ ON @step@ (created_at)
  WHERE state IN ('PROCESSING', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW');
CREATE INDEX IF NOT EXISTS @id:_step_idempotency_idx@ ON @step@ (idempotency_key);

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.tenant_id IS @tenant_comment@;
COMMENT ON COLUMN @table@.workflow_id IS 'Names the intention, made by whoever starts the workflow; starting it again finds the run that is there.';
COMMENT ON TABLE @step@ IS 'idem workflow steps: each takes effect once, however often its run is replayed from a checkpoint.';
COMMENT ON COLUMN @step@.step_key IS 'Stable over replays of the code: a name and, in a loop, the item''s own id; never a counter of attempts.';
COMMENT ON COLUMN @step@.idempotency_key IS 'Sent to providers: the same on every attempt of the step.';
