-- Statements for MySQL 8 and MariaDB around an effect outside the database: the claim is committed first, the provider is
-- called outside any transaction, the result is stored in a second transaction. A lost answer ends in OUTCOME_UNKNOWN.
-- ROW_COUNT() = 1 means it happened, 0 that the lease was lost: stop, change nothing.
SET @now = UTC_TIMESTAMP(6);
START TRANSACTION;

-- claim: ROW_COUNT() is 1 for the one who won. (@token is fresh for every call; a plain INSERT with error 1062 does too.)
INSERT INTO @table@ (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, fingerprint_version, state,
                     owner_token, attempts, created_at, locked_until, expires_at)
SELECT @tenant, @operation, UNHEX(SHA2(@key, 256)), @key, @fingerprint, 1, 'PROCESSING', @token, 1, @now,
       @now + INTERVAL @lease_seconds@ SECOND, @now + INTERVAL @lease_seconds@ + @retention_seconds@ SECOND
ON DUPLICATE KEY UPDATE attempts = attempts; -- changes nothing, and waits for a concurrent claim

-- Not inserted: what may run again is taken over, under the new token.
UPDATE @table@
SET state = 'PROCESSING', owner_token = @token, attempts = attempts + 1, effect_started_at = NULL, completed_at = NULL,
    response_status = NULL, locked_until = @now + INTERVAL @lease_seconds@ SECOND,
    expires_at = @now + INTERVAL @lease_seconds@ + @retention_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND request_fingerprint = @fingerprint AND fingerprint_version = 1 AND expires_at > @now
  AND (state = 'FAILED_RETRYABLE' OR (state = 'PROCESSING' AND effect_started_at IS NULL AND locked_until <= @now));
UPDATE @table@ SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'PROCESSING' AND effect_started_at IS NOT NULL AND locked_until <= @now;

SELECT CASE
    WHEN request_fingerprint <> @fingerprint OR fingerprint_version <> 1 THEN 'mismatch'
    WHEN state IN ('SUCCEEDED', 'FAILED_FINAL') AND NOT tombstone AND expires_at > @now THEN 'replay'
    WHEN state = 'PROCESSING' AND owner_token = @token THEN 'won'
    WHEN state = 'PROCESSING' AND locked_until > @now THEN 'in_flight'
    WHEN state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') THEN 'needs_reconciliation'
    ELSE 'expired'
  END, response_status
FROM @table@ WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256)) FOR UPDATE;

COMMIT;

-- won: start_effect, before the provider is called. The time limit of the call is shorter than the lease.
UPDATE @table@ SET effect_started_at = coalesce(effect_started_at, UTC_TIMESTAMP(6)), locked_until = UTC_TIMESTAMP(6) + INTERVAL @lease_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'PROCESSING' AND owner_token = @token;

-- Call the provider here, with @key as its idempotency key: the same on every attempt. Then one of:
-- complete: it happened. The business rows go into the same transaction.
START TRANSACTION;
UPDATE @table@ SET state = 'SUCCEEDED', response_status = @status, locked_until = NULL, completed_at = UTC_TIMESTAMP(6),
                   expires_at = UTC_TIMESTAMP(6) + INTERVAL @retention_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state IN ('PROCESSING', 'OUTCOME_UNKNOWN') AND owner_token = @token;
COMMIT;

-- fail: it was refused, for good (FAILED_FINAL is replayed) or for now (FAILED_RETRYABLE may run again).
UPDATE @table@ SET state = @failed, response_status = @status, locked_until = NULL, completed_at = UTC_TIMESTAMP(6),
                   expires_at = UTC_TIMESTAMP(6) + INTERVAL @retention_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'PROCESSING' AND owner_token = @token AND @failed IN ('FAILED_FINAL', 'FAILED_RETRYABLE');

-- mark unknown: timeout, 5xx, connection lost after sending. Never failed, never a new key.
UPDATE @table@ SET state = 'OUTCOME_UNKNOWN', locked_until = NULL
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'PROCESSING' AND owner_token = @token;

-- resolve: what a look-up at the provider found out: SUCCEEDED or FAILED_FINAL.
UPDATE @table@ SET state = @resolved, response_status = @status, owner_token = NULL, completed_at = UTC_TIMESTAMP(6),
                   expires_at = UTC_TIMESTAMP(6) + INTERVAL @retention_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW') AND @resolved IN ('SUCCEEDED', 'FAILED_FINAL');

-- resolve: surely absent there; this caller runs it, under a new token.
UPDATE @table@ SET state = 'PROCESSING', owner_token = @token, attempts = attempts + 1, effect_started_at = NULL,
                   locked_until = UTC_TIMESTAMP(6) + INTERVAL @lease_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'OUTCOME_UNKNOWN';
