SELECT coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(expires_at)))::bigint FROM @table@ WHERE status IN ('SUCCEEDED', 'FAILED_FINAL')), 0),
       coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(locked_until)))::bigint FROM @table@ WHERE status = 'PROCESSING'), 0),
       (SELECT count(*) FROM @table@ WHERE status IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'));
