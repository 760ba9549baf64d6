SELECT (SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(expires_at)))::bigint, 0) FROM @table@),
       coalesce(floor(extract(epoch FROM clock_timestamp() - min(locked_until) FILTER (WHERE state = 'PROCESSING')))::bigint, 0),
       count(*) FILTER (WHERE state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'))
FROM @step@;
