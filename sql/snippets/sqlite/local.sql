-- Statements for SQLite, with parameters instead of functions. Times (:now, ...) are whole milliseconds since 1970 of one
-- clock. Everything between BEGIN IMMEDIATE and COMMIT is one transaction; PRAGMA busy_timeout bounds how long a repeat waits.
BEGIN IMMEDIATE;

-- claim: a row comes back to the one who won. (:token is fresh for every call.)
INSERT INTO @table@ (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, fingerprint_version, state,
                     owner_token, attempts, created_at, locked_until, expires_at)
VALUES (:tenant, :operation, :digest, :key, :fingerprint, 1, 'PROCESSING', :token, 1, :now, :now + @lease_seconds@000,
        :now + @lease_seconds@000 + @retention_seconds@000)
ON CONFLICT (tenant_id, operation, key_digest) DO UPDATE
SET state = 'PROCESSING', owner_token = excluded.owner_token, attempts = attempts + 1, effect_started_at = NULL,
    locked_until = excluded.locked_until, completed_at = NULL, expires_at = excluded.expires_at, response_status = NULL
WHERE request_fingerprint = excluded.request_fingerprint AND fingerprint_version = excluded.fingerprint_version
  AND expires_at > :now
  AND (state = 'FAILED_RETRYABLE' OR (state = 'PROCESSING' AND effect_started_at IS NULL AND locked_until <= :now))
RETURNING owner_token;

-- When no row came back: a lease that ended after its effect began makes the outcome unknown, and this is the answer.
UPDATE @table@ SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'PROCESSING' AND effect_started_at IS NOT NULL AND locked_until <= :now;
SELECT CASE
    WHEN request_fingerprint <> :fingerprint OR fingerprint_version <> 1 THEN 'mismatch'
    WHEN state IN ('SUCCEEDED', 'FAILED_FINAL') AND tombstone = 0 AND expires_at > :now THEN 'replay'
    WHEN state = 'PROCESSING' AND owner_token = :token THEN 'won'
    WHEN state = 'PROCESSING' AND locked_until > :now THEN 'in_flight'
    WHEN state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') THEN 'needs_reconciliation'
    ELSE 'expired'
  END, response_status
FROM @table@ WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest;

-- won: the business rows, then complete. One row changed, or the lease was lost: roll back.
UPDATE @table@ SET state = 'SUCCEEDED', response_status = :status, locked_until = NULL, completed_at = :now,
                   expires_at = :now + @retention_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'PROCESSING' AND owner_token = :token;
COMMIT;

-- Regularly: finished records whose replay and whose tombstone time have ended go.
DELETE FROM @table@ WHERE state IN ('SUCCEEDED', 'FAILED_FINAL') AND expires_at + @tombstone_seconds@000 <= :now;
