-- Times are whole milliseconds since 1970 (UTC): unixepoch('subsec') is not in every SQLite, integers are.
CREATE TABLE IF NOT EXISTS @table@ (
  tenant_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  key_digest BLOB NOT NULL CHECK (length(key_digest) = 32),
  idempotency_key TEXT CHECK (length(idempotency_key) <= 255),
  request_fingerprint BLOB NOT NULL,
  fingerprint_version INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'PROCESSING' CHECK (state IN
    ('PROCESSING', 'SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN', 'MANUAL_REVIEW')),
  owner_token TEXT,
  attempts INTEGER NOT NULL DEFAULT 1,
  effect_started_at INTEGER,
  resource_type TEXT,
  resource_id TEXT,
  response_status INTEGER,
  response_headers TEXT,
--@if inline
  response_body BLOB,
--@end
--@if reference
  response_body_ref TEXT,
--@end
  created_at INTEGER NOT NULL,
  locked_until INTEGER,
  completed_at INTEGER,
  expires_at INTEGER NOT NULL,
  tombstone INTEGER NOT NULL DEFAULT 0 CHECK (tombstone IN (0, 1)),
  PRIMARY KEY (tenant_id, operation, key_digest),
  CHECK (state <> 'PROCESSING' OR (owner_token IS NOT NULL AND locked_until IS NOT NULL)),
  CHECK (state NOT IN ('SUCCEEDED', 'FAILED_FINAL') OR completed_at IS NOT NULL),
  CHECK (tombstone = 0 OR state IN ('SUCCEEDED', 'FAILED_FINAL'))
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS @id:_expires_idx@ ON @table@ (expires_at);
CREATE INDEX IF NOT EXISTS @id:_lease_idx@ ON @table@ (locked_until) WHERE state = 'PROCESSING';
CREATE INDEX IF NOT EXISTS @id:_resource_idx@ ON @table@ (resource_type, resource_id) WHERE resource_id IS NOT NULL;

-- Refuses state changes that no worker may make, whoever sends them. Whether a lease has ended is judged by the statements
-- (a trigger cannot know which clock the application goes by).
CREATE TRIGGER IF NOT EXISTS @id:_guard@ BEFORE UPDATE OF state, owner_token ON @table@
WHEN NOT CASE OLD.state
  WHEN 'PROCESSING' THEN NEW.state IN ('SUCCEEDED', 'FAILED_FINAL', 'FAILED_RETRYABLE', 'OUTCOME_UNKNOWN')
    OR (NEW.state = 'PROCESSING' AND (NEW.owner_token = OLD.owner_token OR OLD.effect_started_at IS NULL))
  WHEN 'FAILED_RETRYABLE' THEN NEW.state = 'FAILED_RETRYABLE' OR (NEW.state = 'PROCESSING' AND NEW.owner_token IS NOT OLD.owner_token)
  WHEN 'OUTCOME_UNKNOWN' THEN NEW.state IN ('OUTCOME_UNKNOWN', 'SUCCEEDED', 'FAILED_FINAL', 'MANUAL_REVIEW')
    OR (NEW.state = 'PROCESSING' AND NEW.owner_token IS NOT OLD.owner_token)
  WHEN 'MANUAL_REVIEW' THEN NEW.state IN ('MANUAL_REVIEW', 'SUCCEEDED', 'FAILED_FINAL')
  ELSE NEW.state = OLD.state
END
BEGIN
  SELECT RAISE(ABORT, 'an idempotency record may not make this change of state');
END;
