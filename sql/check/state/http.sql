-- Seconds since the oldest finished record should have become a tombstone or gone; seconds since the oldest lease ran out;
-- how many outcomes are unknown or under review. The same three of every profile.
SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(expires_at) FILTER (WHERE state IN ('SUCCEEDED', 'FAILED_FINAL'))))::bigint, 0),
       coalesce(floor(extract(epoch FROM clock_timestamp() - min(locked_until) FILTER (WHERE state = 'PROCESSING')))::bigint, 0),
       count(*) FILTER (WHERE state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'))
FROM @table@;
