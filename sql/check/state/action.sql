-- Actions are kept: nothing waits for a reaper.
SELECT 0::bigint,
       coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(locked_until)))::bigint FROM @table@ WHERE status = 'executing'), 0),
       (SELECT count(*) FROM @table@ WHERE status = 'outcome_unknown');
