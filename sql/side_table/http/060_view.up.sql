-- One row per operation: what is stuck, unknown or overdue, and how often work was taken up again.
CREATE OR REPLACE VIEW @at:_health@ AS
SELECT operation,
       count(*) AS keys,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until > clock_timestamp()) AS in_flight,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until <= clock_timestamp()
                          AND effect_started_at IS NULL) AS stuck_before_effect,
       count(*) FILTER (WHERE state = 'PROCESSING' AND locked_until <= clock_timestamp()
                          AND effect_started_at IS NOT NULL) AS stuck_after_effect,
       count(*) FILTER (WHERE state = 'OUTCOME_UNKNOWN') AS outcome_unknown,
       count(*) FILTER (WHERE state = 'MANUAL_REVIEW') AS manual_review,
       coalesce(sum(attempts) - count(*), 0)::bigint AS taken_up_again,
       count(*) FILTER (WHERE state IN ('SUCCEEDED', 'FAILED_FINAL') AND expires_at <= clock_timestamp()) AS overdue_for_reaper,
       min(expires_at) FILTER (WHERE state IN ('SUCCEEDED', 'FAILED_FINAL')) AS oldest_expiry
FROM @table@
GROUP BY operation;
