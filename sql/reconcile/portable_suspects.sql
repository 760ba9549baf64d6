-- suspects.sql for engines without PostgreSQL's arrays and lateral joins. A row without a link is a group by itself.
WITH key_rows AS ({{key_rows}}),
record_rows AS ({{record_rows}}),
key_groups AS ({{key_groups}}),
record_groups AS ({{record_groups}}),
again AS ({{repeated}}),
both_sides AS (
  SELECT COALESCE(k.link, r.link) AS link, COALESCE(nk, 0) AS nk, COALESCE(nr, 0) AS nr, COALESCE(nr_live, 0) AS nr_live, {{facts}}
  FROM key_groups k
  {{join}} JOIN record_groups r ON k.link = r.link{{scope}}{{lone_records}}
),
judged AS (
  SELECT g.*, CASE WHEN {{outside}} THEN 2 WHEN nk = 1 AND nr = 1 AND f.link IS NULL AND {{plainly_well}} THEN 1 ELSE 0 END AS kind
  FROM both_sides g LEFT JOIN again f ON f.link = g.link
),
suspects AS (
  SELECT row_number() OVER (ORDER BY link, nk, nr) AS gid, link, nk, nr, nr_live, {{all_facts}} FROM judged WHERE kind = 0
),
elsewhere AS (
  SELECT id, min(tenant) AS tenant_lo, count(*) AS n FROM ({{record_ids}}) e
  WHERE id IN (SELECT k_resource FROM suspects WHERE nk > 0 AND nr = 0 AND k_resource IS NOT NULL) GROUP BY id
),
provider_rows AS (SELECT * FROM (SELECT {{no_text}} AS link, {{no_text}} AS id, {{no_number}} AS state, {{no_amount}} AS amount, {{no_text}} AS currency, {{no_time}} AS created) none WHERE 1 = 0),
event_rows AS (SELECT * FROM (SELECT {{no_text}} AS link, {{no_text}} AS id, {{no_text}} AS consumer, {{no_time}} AS created, {{no_time}} AS completed) none WHERE 1 = 0),
execution_rows AS (SELECT * FROM (SELECT {{no_text}} AS link, {{no_text}} AS id, {{no_time}} AS created, {{no_time}} AS completed) none WHERE 1 = 0),
