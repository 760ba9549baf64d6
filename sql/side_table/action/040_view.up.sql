-- One row per tool: what waits, runs, is unknown, and how often work was taken up again.
CREATE OR REPLACE VIEW @at:_health@ AS
SELECT tool_name,
       count(*) AS actions,
       count(*) FILTER (WHERE status IN ('proposed', 'awaiting_approval')) AS waiting,
       count(*) FILTER (WHERE status = 'executing' AND locked_until > clock_timestamp()) AS in_flight,
       count(*) FILTER (WHERE status = 'executing' AND locked_until <= clock_timestamp()) AS stuck,
       count(*) FILTER (WHERE status = 'outcome_unknown') AS outcome_unknown,
       count(*) FILTER (WHERE status = 'approved' AND approval_expires_at <= clock_timestamp()) AS approval_lapsed,
       coalesce(sum(greatest(attempts - 1, 0)), 0)::bigint AS taken_up_again
FROM @table@
GROUP BY tool_name;
