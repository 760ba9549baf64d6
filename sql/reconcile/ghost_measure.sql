-- Executions against invocations by tool and session: what is above one execution an invocation is a ghost.
SELECT tool, session, count(*) AS executions, count(DISTINCT link) AS invocations
FROM execution_rows WHERE link IS NOT NULL
GROUP BY tool, session ORDER BY count(*) - count(DISTINCT link) DESC, tool, session
