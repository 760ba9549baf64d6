-- Actions are kept: nothing waits for a reaper.
SELECT 0::bigint,
       coalesce(floor(extract(epoch FROM clock_timestamp() - min(locked_until) FILTER (WHERE status = 'executing')))::bigint, 0),
       count(*) FILTER (WHERE status = 'outcome_unknown')
FROM @table@;
