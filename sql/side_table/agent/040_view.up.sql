-- The ghost measure, one row per session: what was orchestrated against what was executed.
--   ghost_executions   runs beyond the first of an invocation that no retryable failure asked for
--   unclaimed          runs whose request id no invocation knows
--   repeats            invocations beyond the first with the same tool and arguments in the session
--   claim_conflicts    runs that began while another run of the same invocation was not finished
CREATE OR REPLACE VIEW @at:_ghosts@ AS
WITH runs AS (
  SELECT e.tenant_id, e.request_id, count(*) AS executions,
         count(*) FILTER (WHERE e.outcome = 'FAILED_RETRYABLE') AS retryable,
         count(*) FILTER (WHERE e.overlaps) AS conflicts
  FROM (
    SELECT r.*, r.started_at < max(coalesce(r.finished_at, 'infinity')) OVER (
             PARTITION BY r.tenant_id, r.request_id ORDER BY r.started_at, r.execution_id
             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS overlaps
    FROM @execution@ AS r) AS e
  GROUP BY e.tenant_id, e.request_id), invocations AS (
  SELECT i.*, row_number() OVER (
           PARTITION BY i.tenant_id, i.session_id, i.tool_name, i.arguments_fingerprint
           ORDER BY i.created_at, i.request_id) AS occurrence
  FROM @table@ AS i)
SELECT coalesce(i.tenant_id, r.tenant_id) AS tenant_id,
       i.session_id,
       count(i.request_id) AS orchestrations,
       coalesce(sum(r.executions), 0)::bigint AS executions,
       coalesce(sum(greatest(r.executions - 1 - r.retryable, 0)) FILTER (WHERE i.request_id IS NOT NULL), 0)::bigint AS ghost_executions,
       coalesce(sum(r.executions) FILTER (WHERE i.request_id IS NULL), 0)::bigint AS unclaimed,
       count(*) FILTER (WHERE i.occurrence > 1) AS repeats,
       coalesce(sum(r.conflicts), 0)::bigint AS claim_conflicts,
       count(*) FILTER (WHERE i.status = 'PROCESSING' AND i.locked_until <= clock_timestamp()) AS stuck,
       count(*) FILTER (WHERE i.status IN ('OUTCOME_UNKNOWN', 'MANUAL_REVIEW')) AS unresolved
FROM invocations AS i FULL JOIN runs AS r ON r.tenant_id = i.tenant_id AND r.request_id = i.request_id
GROUP BY coalesce(i.tenant_id, r.tenant_id), i.session_id;
