-- Existing tables of these names that are not ours are never filled up or taken over.
DO $idem$
BEGIN
  IF to_regclass(@table_literal@) IS NOT NULL AND 4 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@table_literal@) AND NOT attisdropped
      AND attname IN ('request_id', 'arguments_fingerprint', 'owner_token', 'session_id'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile agent; choose another --name', @table_literal@;
  END IF;
  IF to_regclass(@execution_literal@) IS NOT NULL AND 3 <> (
    SELECT count(*) FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass(@execution_literal@) AND NOT attisdropped
      AND attname IN ('execution_id', 'request_id', 'worker'))
  THEN
    RAISE EXCEPTION 'a relation named % exists and is no table of profile agent; choose another --name', @execution_literal@;
  END IF;
END
$idem$;

CREATE TABLE IF NOT EXISTS @table@ (
  tenant_id @tenant_type@ NOT NULL,
  request_id text NOT NULL,
  business_key text,
  session_id text NOT NULL,
  tool_name text NOT NULL,
  arguments_fingerprint bytea NOT NULL,
  status text NOT NULL DEFAULT 'PROCESSING',
  result jsonb,
  owner_token uuid,
  attempts bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  effect_started_at timestamptz,
  locked_until timestamptz,
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT @id:_pkey@ PRIMARY KEY (tenant_id, request_id),
  CONSTRAINT @id:_request_check@ CHECK (char_length(request_id) BETWEEN 1 AND 255),
  CONSTRAINT @id:_names_check@ CHECK (char_length(session_id) <= 255 AND char_length(tool_name) <= 255
    AND char_length(business_key) <= 255 AND octet_length(arguments_fingerprint) <= 255),
  CONSTRAINT @id:_status_check@ CHECK (status IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  CONSTRAINT @id:_lease_check@ CHECK (status <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CONSTRAINT @id:_final_check@ CHECK (status NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL)
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  toast.autovacuum_vacuum_scale_factor = 0.02);

-- For the reaper, for what is not finished, for repeats in a session and for what a call was about.
CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at) WHERE status IN ('SUCCEEDED', 'FAILED_FINAL');
CREATE INDEX IF NOT EXISTS @id:_open_idx@ ON @table@ (created_at)
  WHERE status IN ('PROCESSING', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW');
CREATE INDEX IF NOT EXISTS @id:_session_idx@ ON @table@ (tenant_id, session_id, tool_name, arguments_fingerprint);
CREATE INDEX IF NOT EXISTS @id:_business_idx@ ON @table@ (tenant_id, business_key) WHERE business_key IS NOT NULL;

-- One row per run of the tool, however it came about; nothing in it is unique on purpose, so that every repeat shows.
CREATE TABLE IF NOT EXISTS @execution@ (
  execution_id uuid NOT NULL,
  tenant_id @tenant_type@ NOT NULL,
  request_id text NOT NULL,
  worker text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  outcome text
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Without a key of its own it needs this where changes are published, or finishing a run would be refused there.
ALTER TABLE @execution@ REPLICA IDENTITY FULL;

CREATE INDEX IF NOT EXISTS @id:_runs_idx@ ON @execution@ (tenant_id, request_id);
CREATE INDEX IF NOT EXISTS @id:_run_idx@ ON @execution@ (execution_id);

COMMENT ON TABLE @table@ IS @table_comment@;
COMMENT ON COLUMN @table@.tenant_id IS @tenant_comment@;
COMMENT ON COLUMN @table@.request_id IS 'Made once per intention by the orchestrator, outside what is retried; never by the model, never per attempt.';
COMMENT ON COLUMN @table@.business_key IS 'What the call is about (an invoice, an order): two request ids with one business key are a repeat to look at.';
COMMENT ON COLUMN @table@.arguments_fingerprint IS 'Hash of the canonical arguments. The same request id with other arguments is refused, never run.';
COMMENT ON TABLE @execution@ IS 'idem agent executions: append only; executions beyond the invocations they belong to are ghost runs.';
