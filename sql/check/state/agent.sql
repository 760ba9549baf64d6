SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(expires_at) FILTER (WHERE status IN ('SUCCEEDED', 'FAILED_FINAL'))))::bigint, 0),
       coalesce(floor(extract(epoch FROM clock_timestamp() - min(locked_until) FILTER (WHERE status = 'PROCESSING')))::bigint, 0),
       count(*) FILTER (WHERE status IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'))
FROM @table@;
