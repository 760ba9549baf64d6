-- Brings keys and records together in two passes. The first puts the rows of both sides into one grouping by link, which
-- costs less than to join them, with no more than tells whether a group agrees in everything; it counts those that do and
-- keeps the links of the others. The second collects all facts of those others. A row without a link is a group by itself.
key_rows AS NOT MATERIALIZED ({{key_rows}}),
record_rows AS NOT MATERIALIZED ({{record_rows}}),
repeated AS ({{repeated}}),
marked AS (
  SELECT g.*, CASE WHEN {{outside}} THEN 2 WHEN nk = 1 AND nr = 1 AND well AND f.link IS NULL{{agree}} THEN 1 ELSE 0 END AS kind
  FROM (
    SELECT link{{scope_columns}}, count(is_key) AS nk, count(*) - count(is_key) AS nr, bool_and(well) AS well{{spans}}
    FROM (
      SELECT link{{scope_columns}}, 1 AS is_key, {{key_well}} AS well{{key_values}} FROM key_rows WHERE link IS NOT NULL
      UNION ALL
      SELECT link{{scope_columns}}, NULL, {{record_well}}{{record_values}} FROM record_rows WHERE link IS NOT NULL
    ) rows_of_both
    GROUP BY link{{scope_columns}}
  ) g
  LEFT JOIN repeated f ON f.link = g.link
  OFFSET 0
),
collapsed AS MATERIALIZED (
  SELECT kind, link{{scope_columns}}, count(*) AS groups, sum(nk) AS nk, sum(nr) AS nr
  FROM (SELECT kind, nk, nr, CASE WHEN kind = 0 THEN link END AS link{{suspect_scope}} FROM marked) m
  GROUP BY kind, link{{scope_columns}}
),
suspect_keys AS NOT MATERIALIZED (SELECT s.* FROM key_rows s WHERE EXISTS (SELECT 1 FROM collapsed m WHERE m.kind = 0 AND m.link = s.link{{same_scope}})),
suspect_records AS NOT MATERIALIZED (SELECT s.* FROM record_rows s WHERE EXISTS (SELECT 1 FROM collapsed m WHERE m.kind = 0 AND m.link = s.link{{same_scope}})),
key_groups AS ({{key_groups}}),
record_groups AS ({{record_groups}}),
both_sides AS MATERIALIZED (
  SELECT COALESCE(k.link, r.link) AS link, COALESCE(nk, 0) AS nk, COALESCE(nr, 0) AS nr, COALESCE(nr_live, 0) AS nr_live, {{facts}}
  FROM key_groups k
  FULL JOIN record_groups r ON k.link = r.link{{scope}}
),
suspects AS MATERIALIZED (
  SELECT row_number() OVER () AS gid, link, nk, nr, nr_live, {{all_facts}} FROM both_sides WHERE ({{outside}}) IS NOT TRUE
),
dropped AS (
  SELECT kind, groups, nk, nr FROM collapsed WHERE kind > 0
  UNION ALL SELECT 2, count(*), sum(nk), sum(nr) FROM both_sides WHERE {{outside}} HAVING count(*) > 0
),
elsewhere AS MATERIALIZED (
  SELECT id, min(tenant) AS tenant_lo, count(*) AS n FROM ({{record_ids}}) e
  WHERE id IN (SELECT k_resource FROM suspects WHERE nk > 0 AND nr = 0 AND k_resource IS NOT NULL) GROUP BY id
),
provider_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS int) AS state, CAST(NULL AS numeric) AS amount, CAST(NULL AS text) AS currency, CAST(NULL AS timestamptz) AS created WHERE false),
event_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS text) AS consumer, CAST(NULL AS timestamptz) AS created, CAST(NULL AS timestamptz) AS completed WHERE false),
execution_rows AS (SELECT CAST(NULL AS text) AS link, CAST(NULL AS text) AS id, CAST(NULL AS timestamptz) AS created, CAST(NULL AS timestamptz) AS completed WHERE false),
