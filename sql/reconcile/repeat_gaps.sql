-- How long after the execution before it a repeat began.
SELECT CASE WHEN gap < 1000000 THEN 0 WHEN gap < 10000000 THEN 1 WHEN gap < 60000000 THEN 2 WHEN gap < 600000000 THEN 3
            WHEN gap < 3600000000 THEN 4 WHEN gap < 86400000000 THEN 5 ELSE 6 END AS bucket, count(*) AS repeats
FROM (SELECT created - lag(created) OVER (PARTITION BY link ORDER BY created, id) AS gap FROM execution_rows WHERE link IS NOT NULL) g
WHERE gap IS NOT NULL GROUP BY 1 ORDER BY 1
