-- Brings keys and records together in one pass: each side grouped to one row a link, then an equality FULL JOIN; groups
-- that agree in everything are counted, the others kept with all their facts. A row without a link is a group by itself.
key_rows AS NOT MATERIALIZED ({{key_rows}}),
record_rows AS NOT MATERIALIZED ({{record_rows}}),
key_groups AS ({{key_groups}}),
record_groups AS ({{record_groups}}),
repeated AS ({{repeated}}),
groups AS (
  SELECT COALESCE(k.link, r.link) AS link, COALESCE(nk, 0) AS nk, COALESCE(nr, 0) AS nr, COALESCE(nr_live, 0) AS nr_live, {{facts}}, f.link IS NOT NULL AS is_repeated
  FROM key_groups k
  FULL JOIN record_groups r ON k.link = r.link{{scope}}
  LEFT JOIN repeated f ON f.link = COALESCE(k.link, r.link)
),
judged AS (
  SELECT g.*, CASE WHEN {{outside}} THEN 2 WHEN nk = 1 AND nr = 1 AND NOT is_repeated AND {{plainly_well}} THEN 1 ELSE 0 END AS kind
  FROM groups g OFFSET 0
),
collapsed AS MATERIALIZED (
  SELECT kind, facts, count(*) AS groups, sum(nk) AS nk, sum(nr) AS nr
  FROM (SELECT kind, nk, nr, CASE WHEN kind = 0 THEN ARRAY[{{facts_as_text}}] END AS facts FROM judged) j
  GROUP BY kind, facts
),
suspects AS MATERIALIZED (
  SELECT row_number() OVER () AS gid, {{facts_from_text}}
  FROM collapsed CROSS JOIN LATERAL generate_series(1, groups) copies WHERE kind = 0
),
elsewhere AS MATERIALIZED (
  SELECT id, min(tenant) AS tenant_lo, count(*) AS n FROM ({{record_ids}}) e
  WHERE id IN (SELECT k_resource FROM suspects WHERE nk > 0 AND nr = 0 AND k_resource IS NOT NULL) GROUP BY id
),
provider_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS int) AS state, CAST(NULL AS numeric) AS amount, CAST(NULL AS text) AS currency, CAST(NULL AS timestamptz) AS created WHERE false),
event_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS text) AS consumer, CAST(NULL AS timestamptz) AS created, CAST(NULL AS timestamptz) AS completed WHERE false),
execution_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS timestamptz) AS created, CAST(NULL AS timestamptz) AS completed WHERE false),
