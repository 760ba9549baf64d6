SELECT coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(expires_at)))::bigint FROM @table@), 0),
       coalesce((SELECT floor(extract(epoch FROM clock_timestamp() - min(locked_until)))::bigint FROM @step@ WHERE state = 'PROCESSING'), 0),
       (SELECT count(*) FROM @step@ WHERE state IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW'));
