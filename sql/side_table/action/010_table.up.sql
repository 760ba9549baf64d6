-- An existing table of this name that is not one of ours is never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 5 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('action_id', 'action_fingerprint', 'approved_fingerprint', 'execution_attempt_id', 'idempotency_key'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile action; choose another --name', @table_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  action_id uuid NOT NULL,
  tenant_id @tenant_type@ NOT NULL,
  run_id text NOT NULL,
  tool_name text NOT NULL,
  tool_version text NOT NULL,
  arguments jsonb NOT NULL,
  action_fingerprint bytea NOT NULL,
  idempotency_key text NOT NULL,
  status text NOT NULL DEFAULT 'proposed',
  approved_fingerprint bytea,
  approved_by text,
  approved_at timestamptz,
  approval_expires_at timestamptz,
  execution_attempt_id uuid,
  attempts bigint NOT NULL DEFAULT 0,
  provider_reference text,
  result jsonb,
  error jsonb,
  compensates_action_id uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  locked_until timestamptz,
  effect_started_at timestamptz,
  completed_at timestamptz,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (action_id),
  CONSTRAINT @id:_key_unique@ UNIQUE (tenant_id, idempotency_key),
  CONSTRAINT @id:_run_check@ CHECK (char_length(run_id) <= 255),
  CONSTRAINT @id:_key_check@ CHECK (char_length(idempotency_key) BETWEEN 1 AND 255),
  CONSTRAINT @id:_status_check@ CHECK (status IN ('proposed', 'awaiting_approval', 'approved', 'executing', 'succeeded',
    'failed_retryable', 'failed_terminal', 'outcome_unknown', 'cancelled', 'expired')),
  CONSTRAINT @id:_approval_check@ CHECK (status NOT IN ('approved', 'executing', 'succeeded', 'failed_retryable', 'outcome_unknown')
    OR (approved_fingerprint IS NOT NULL AND approved_by IS NOT NULL AND approved_at IS NOT NULL AND approval_expires_at IS NOT NULL)),
  CONSTRAINT @id:_bound_check@ CHECK (approved_fingerprint IS NULL OR approved_fingerprint = action_fingerprint),
  CONSTRAINT @id:_lease_check@ CHECK (status <> 'executing' OR (execution_attempt_id IS NOT NULL AND locked_until IS NOT NULL))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);

-- For a run's actions, for what is not finished, for the reaper, and for what a provider calls the action.
CREATE INDEX IF NOT EXISTS @id:_run_idx@ ON @table@ (tenant_id, run_id);
CREATE INDEX IF NOT EXISTS @id:_open_idx@ ON @table@ (status, created_at)
  WHERE status IN ('proposed', 'awaiting_approval', 'approved', 'executing', 'failed_retryable', 'outcome_unknown');
CREATE INDEX IF NOT EXISTS @id:_ended_idx@ ON @table@ (coalesce(completed_at, approval_expires_at, created_at))
  WHERE status IN ('succeeded', 'failed_terminal', 'cancelled', 'expired');
CREATE INDEX IF NOT EXISTS @id:_reference_idx@ ON @table@ (provider_reference) WHERE provider_reference IS NOT NULL;
-- One compensation per action.
CREATE UNIQUE INDEX IF NOT EXISTS @id:_compensates_idx@ ON @table@ (compensates_action_id)
  WHERE compensates_action_id IS NOT NULL AND status NOT IN ('cancelled', 'expired', 'failed_terminal');

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.tenant_id IS @tenant_comment@;
COMMENT ON COLUMN @table@.action_fingerprint IS 'Hash of tool, version and canonical arguments: what is approved, and what must run.';
COMMENT ON COLUMN @table@.approved_fingerprint IS 'What the approver saw. Equal to action_fingerprint by constraint; arguments do not change once proposed.';
COMMENT ON COLUMN @table@.idempotency_key IS 'Names the intention; sent to the provider, the same on every attempt.';
COMMENT ON COLUMN @table@.execution_attempt_id IS 'Fencing token of the worker that executes; who lost the lease can change nothing.';
