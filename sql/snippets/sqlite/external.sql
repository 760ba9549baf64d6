-- Statements for SQLite around an effect outside the database: the claim is committed first, the provider is called outside
-- any transaction, the result is stored in a second transaction. A lost answer ends in OUTCOME_UNKNOWN. Times (:now, ...) are
-- whole milliseconds since 1970 of one clock. changes() = 1 means it happened, 0 that the lease was lost: stop, change nothing.
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

COMMIT;

-- won: start_effect, before the provider is called. The time limit of the call is shorter than the lease.
UPDATE @table@ SET effect_started_at = coalesce(effect_started_at, :now), locked_until = :now + @lease_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'PROCESSING' AND owner_token = :token;

-- Call the provider here, with :key as its idempotency key: the same on every attempt. Then one of:
-- complete: it happened. The business rows go into the same transaction.
BEGIN IMMEDIATE;
UPDATE @table@ SET state = 'SUCCEEDED', response_status = :status, locked_until = NULL, completed_at = :now,
                   expires_at = :now + @retention_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state IN ('PROCESSING', 'OUTCOME_UNKNOWN') AND owner_token = :token;
COMMIT;

-- fail: it was refused, for good (FAILED_FINAL is replayed) or for now (FAILED_RETRYABLE may run again).
UPDATE @table@ SET state = :failed, response_status = :status, locked_until = NULL, completed_at = :now,
                   expires_at = :now + @retention_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'PROCESSING' AND owner_token = :token AND :failed IN ('FAILED_FINAL', 'FAILED_RETRYABLE');

-- mark unknown: timeout, 5xx, connection lost after sending. Never failed, never a new key.
UPDATE @table@ SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'PROCESSING' AND owner_token = :token;

-- resolve: what a look-up at the provider found out: SUCCEEDED or FAILED_FINAL.
UPDATE @table@ SET state = :resolved, response_status = :status, owner_token = NULL, completed_at = :now,
                   expires_at = :now + @retention_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') AND :resolved IN ('SUCCEEDED', 'FAILED_FINAL');

-- resolve: surely absent there; this caller runs it, under a new token.
UPDATE @table@ SET state = 'PROCESSING', owner_token = :token, attempts = attempts + 1, effect_started_at = NULL,
                   locked_until = :now + @lease_seconds@000
WHERE tenant_id = :tenant AND operation = :operation AND key_digest = :digest
  AND state = 'OUTCOME_UNKNOWN';
