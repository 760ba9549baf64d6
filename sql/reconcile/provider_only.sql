-- What the provider did for which we hold neither a key nor a record, one row a link; rows without a link stand alone.
SELECT COALESCE(p.link, min(p.id)) AS link, count(*) AS np, min(p.id) AS p_id, max(p.id) AS p_id_hi, min(p.amount) AS p_amount,
       min(p.currency) AS p_currency, {{micros_created}} AS p_created,
       CASE WHEN max(p.created) >= {{settled_before}} THEN 1 ELSE 0 END AS young
FROM provider_rows p
WHERE p.link IS NULL OR p.link NOT IN (SELECT told FROM ({{told}}) t WHERE told IS NOT NULL)
GROUP BY p.link, CASE WHEN p.link IS NULL THEN p.id END
ORDER BY 1
