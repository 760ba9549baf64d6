-- Statements for MySQL 8 and MariaDB, with parameters (?, or @variables to try it in a client) instead of functions. One
-- transaction; innodb_lock_wait_timeout bounds how long a repeat waits (error 1205: answer 409).
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

-- won: the business rows, then complete. ROW_COUNT() is 1, or the lease was lost: roll back.
UPDATE @table@ SET state = 'SUCCEEDED', response_status = @status, locked_until = NULL, completed_at = @now,
                   expires_at = @now + INTERVAL @retention_seconds@ SECOND
WHERE tenant_id = @tenant AND operation = @operation AND key_digest = UNHEX(SHA2(@key, 256))
  AND state = 'PROCESSING' AND owner_token = @token;
COMMIT;

-- Regularly, in small batches: finished records whose replay and whose tombstone time have ended go.
DELETE FROM @table@
WHERE state IN ('SUCCEEDED', 'FAILED_FINAL') AND expires_at + INTERVAL @tombstone_seconds@ SECOND <= UTC_TIMESTAMP(6)
ORDER BY expires_at LIMIT 1000;
