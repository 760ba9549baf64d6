-- Seconds since the oldest finished record should have become a tombstone or gone; seconds since the oldest lease ran out;
-- how many outcomes are unknown or under review. The same three of every profile, each from a small index.
SELECT coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(expires_at)))::bigint FROM @table@ WHERE state IN ('SUCCEEDED', 'FAILED_FINAL')), 0),
       coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(locked_until)))::bigint FROM @table@ WHERE state = 'PROCESSING'), 0),
       (SELECT count(*) FROM @table@ WHERE state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'));
