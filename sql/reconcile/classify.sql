-- Judges every group of rows that belong together (one idempotency key with its business rows) and is not plainly well.
-- Reads `suspects` (a row a group; k_* from the keys, r_* from the records, the lowest and (_hi) highest value of each),
-- `elsewhere` (records by id, whatever they are linked to), `provider_rows`, `event_rows`, `execution_rows`.
-- Gives `verdicts`: every class whose condition holds, most serious first; the first is the group's class, the rest tags.
-- {{...}} are constants of the run: times, spans, and 0 or 1 for what is known.
WITH
lone_keys AS (
  SELECT gid, k_tenant AS tenant, k_resource AS resource, k_business AS business, k_created AS created, k_key AS key
  FROM suspects WHERE nk > 0 AND nr = 0 AND k_key IS NOT NULL
),
lone_records AS (
  SELECT gid, r_tenant AS tenant, r_id AS id, r_business AS business
  FROM suspects WHERE nk = 0 AND nr > 0
),
-- A key without a record and a record without a key that name each other another way are one group after all.
by_resource AS (
  SELECT k.gid AS key_gid, r.gid AS record_gid
  FROM (SELECT gid, resource, row_number() OVER (PARTITION BY resource ORDER BY created, key) AS turn FROM lone_keys WHERE resource IS NOT NULL) k
  JOIN (SELECT gid, id, row_number() OVER (PARTITION BY id ORDER BY gid) AS turn FROM lone_records WHERE id IS NOT NULL) r
    ON r.id = k.resource AND r.turn = k.turn
),
by_business AS (
  SELECT k.gid AS key_gid, r.gid AS record_gid
  FROM (SELECT gid, business, tenant, count(*) OVER (PARTITION BY business, tenant) AS many FROM lone_keys
        WHERE business IS NOT NULL AND gid NOT IN (SELECT key_gid FROM by_resource)) k
  JOIN (SELECT gid, business, tenant, count(*) OVER (PARTITION BY business, tenant) AS many FROM lone_records
        WHERE business IS NOT NULL AND gid NOT IN (SELECT record_gid FROM by_resource)) r
    ON r.business = k.business AND k.many = 1 AND r.many = 1
       AND (r.tenant = k.tenant OR r.tenant IS NULL OR k.tenant IS NULL)
),
paired AS (SELECT key_gid, record_gid FROM by_resource UNION ALL SELECT key_gid, record_gid FROM by_business),
-- The groups, with the records of a paired group moved to its keys.
joined AS (
  SELECT s.gid, s.link, {{key_columns}}, s.nk, {{record_columns}},
         s.nr + COALESCE(o.nr, 0) AS nr, s.nr_live + COALESCE(o.nr_live, 0) AS nr_live,
         COALESCE(s.r_tenant, o.r_tenant, s.k_tenant) AS tenant,
         COALESCE(s.r_business, o.r_business, s.k_business) AS business, {{intention}} AS intention
  FROM suspects s
  LEFT JOIN paired p ON p.key_gid = s.gid
  LEFT JOIN suspects o ON o.gid = p.record_gid
  WHERE s.gid NOT IN (SELECT record_gid FROM paired)
),
neighbours AS (
  SELECT g.*,
    -- the same intention in the business's own words, carried out before under another key
    lag(r_created) OVER ({{repeats}}) AS prev_created, lag(k_expires) OVER ({{repeats}}) AS prev_expires,
    lag(COALESCE(k_key, r_key)) OVER ({{repeats}}) AS prev_key, lag(r_id) OVER ({{repeats}}) AS prev_id,
    -- the same key in several tenants, one with the key's row only, one with the record only
    max(CASE WHEN nk > 0 AND nr = 0 AND link IS NOT NULL THEN 1 ELSE 0 END) OVER ({{same_link}}) AS lone_key_here,
    max(CASE WHEN nk = 0 AND nr > 0 AND link IS NOT NULL THEN 1 ELSE 0 END) OVER ({{same_link}}) AS lone_record_here
  FROM joined g
),
provider AS (
  SELECT link, count(*) AS np, sum(CASE WHEN state IN (1, 3, 4) THEN 0 ELSE 1 END) AS np_live, max(CASE WHEN state = 4 THEN 1 ELSE 0 END) AS undone,
         min(id) AS p_id, max(id) AS p_id_hi, min(amount) AS p_amount, max(amount) AS p_amount_hi, min(currency) AS p_currency, min(created) AS p_created
  FROM provider_rows WHERE link IS NOT NULL GROUP BY link
),
events AS (
  SELECT link, sum(n) AS ne, sum(open) AS e_open, sum(CASE WHEN consumer IS NOT NULL AND n > 1 THEN 1 ELSE 0 END) AS e_twice
  FROM (SELECT link, id, consumer, count(*) AS n, max(CASE WHEN completed IS NULL AND (created IS NULL OR created < {{settled_before}}) THEN 1 ELSE 0 END) AS open
        FROM event_rows WHERE link IS NOT NULL GROUP BY link, id, consumer) once GROUP BY link
),
executions AS (
  SELECT link, count(*) AS nx, max(CASE WHEN before > created THEN 1 ELSE 0 END) AS overlap
  FROM (SELECT link, created, lag(completed) OVER (PARTITION BY link ORDER BY created, id) AS before FROM execution_rows WHERE link IS NOT NULL) x
  GROUP BY link
),
seen AS (
  SELECT n.*,
    COALESCE(p.np, 0) AS p_n, COALESCE(p.np_live, 0) AS p_live, COALESCE(p.undone, 0) AS p_undone, p.p_id, p.p_id_hi, p.p_amount, p.p_amount_hi, p.p_currency, p.p_created,
    CASE WHEN p.np IS NOT NULL AND row_number() OVER (PARTITION BY {{provider_link}} ORDER BY n.nr DESC, n.gid) = 1 THEN p.np ELSE 0 END AS np,
    COALESCE(e.ne, 0) AS e_n, COALESCE(e.e_open, 0) AS e_open, COALESCE(e.e_twice, 0) AS e_twice,
    COALESCE(x.nx, 0) AS x_n, COALESCE(x.overlap, 0) AS x_overlap,
    COALESCE(w.n, 0) AS elsewhere_n, w.tenant_lo AS elsewhere_tenant,
    CASE WHEN k_state IN (5, 6, 7) OR nr_live > 0 THEN 1 ELSE 0 END AS executed,
    CASE WHEN nr_live > 0 OR COALESCE(p.np_live, 0) > 0 THEN 1 ELSE 0 END AS effect,
    CASE WHEN k_state = 2 AND COALESCE(k_locked, k_updated, k_created) < {{settled_before}} THEN 1 ELSE 0 END AS lease_over,
    CASE WHEN k_updated >= {{settled_before}} OR k_completed >= {{settled_before}} OR k_created >= {{settled_before}} OR r_created_hi >= {{settled_before}} THEN 1 ELSE 0 END AS young,
    CASE WHEN prev_expires <= r_created AND r_created <= prev_expires + {{repeat_window}} THEN 1 ELSE 0 END AS again_after_expiry,
    CASE WHEN {{all_local}} = 1 OR k_operation IN ({{local_operations}}) OR ({{has_effect_started}} = 1 AND k_effect_started IS NULL) OR ({{absence_final}} = 1 AND COALESCE(p.np, 0) = 0) THEN 1 ELSE 0 END AS surely_none
  FROM neighbours n
  LEFT JOIN elsewhere w ON w.id = n.k_resource AND n.nk > 0 AND n.nr = 0
  LEFT JOIN provider p ON p.link = {{provider_link}}
  LEFT JOIN events e ON e.link = {{event_link}}
  LEFT JOIN executions x ON x.link = n.k_key
)
SELECT
     CASE WHEN (nk > 0 AND k_key IS NULL) OR k_bad IS NOT NULL OR r_bad IS NOT NULL
            OR ({{operation_shared}} = 0 AND k_operation <> k_operation_hi)
            OR ({{tenant_shared}} = 0 AND k_tenant <> k_tenant_hi AND (k_resource IS NULL OR k_resource <> k_resource_hi)) THEN 'unmapped ' ELSE '' END
  || CASE WHEN k_completed < k_created OR k_expires < k_completed OR k_expires < k_created OR k_created > {{future}} OR k_completed > {{future}} OR r_created_hi > {{future}} THEN 'clock-anomaly ' ELSE '' END
  || CASE WHEN (nk > 0 AND nr > 0 AND k_tenant <> r_tenant) OR ({{tenant_shared}} = 1 AND lone_key_here + lone_record_here = 2)
            OR (elsewhere_n > 0 AND elsewhere_tenant <> k_tenant)
            OR ({{tenant_shared}} = 0 AND k_tenant <> k_tenant_hi AND k_resource = k_resource_hi) THEN 'scope-leak ' ELSE '' END
  || CASE WHEN k_owner <> k_completed_by OR (nk > 1 AND k_owner <> k_owner_hi) OR x_overlap > 0 THEN 'fencing-breach ' ELSE '' END
  || CASE WHEN {{has_approval}} = 1 AND executed = 1 AND nk > 0 AND k_approved_at IS NULL AND k_approved_fingerprint IS NULL THEN 'executed-unapproved ' ELSE '' END
  || CASE WHEN executed = 1 AND k_approved_fingerprint <> k_fingerprint THEN 'executed-differs-from-approved ' ELSE '' END
  || CASE WHEN executed = 1 AND COALESCE(r_created, k_effect_started, k_completed) > k_approval_expires THEN 'executed-after-approval-expiry ' ELSE '' END
  || CASE WHEN (nr_live > 1 AND k_expires < r_created_hi) OR again_after_expiry = 1 THEN 'reexecuted-after-expiry ' ELSE '' END
  || CASE WHEN (nr_live > 1 AND (link IS NOT NULL OR nk > 0) AND CASE WHEN k_expires < r_created_hi THEN 0 ELSE 1 END = 1) OR ({{provider_by_key}} = 1 AND p_live > 1) THEN 'duplicate-effect ' ELSE '' END
  || CASE WHEN r_created <= prev_created + {{repeat_window}} AND again_after_expiry = 0 THEN 'ghost-duplicate ' ELSE '' END
  || CASE WHEN k_fingerprint <> k_fingerprint_hi OR (nr_live > 1 AND r_fingerprint <> r_fingerprint_hi) OR (k_fingerprint <> r_fingerprint AND k_fingerprint <> r_fingerprint_hi) THEN 'fingerprint-conflict ' ELSE '' END
  || CASE WHEN (k_amount <> r_amount AND k_amount <> r_amount_hi) OR (k_currency <> r_currency AND k_currency <> r_currency_hi) OR (k_party <> r_party AND k_party <> r_party_hi)
            OR (nr > 0 AND k_resource <> r_id AND k_resource <> r_id_hi) OR (nr > 0 AND nk > 0 AND k_key <> r_key)
            OR (elsewhere_n > 0 AND (elsewhere_tenant = k_tenant OR elsewhere_tenant IS NULL OR k_tenant IS NULL)) THEN 'value-mismatch ' ELSE '' END
  || CASE WHEN p_n > 0 AND ((p_live = 0 AND p_undone = 1 AND (k_state = 7 OR nr_live > 0))
            OR (r_amount <> p_amount AND r_amount <> p_amount_hi) OR r_currency <> p_currency) THEN 'provider-drift ' ELSE '' END
  || CASE WHEN k_state IN (5, 6) AND effect = 1 THEN 'unknown-resolvable ' ELSE '' END
  || CASE WHEN {{has_provider_window}} = 1 AND effect = 0 AND (k_state IN (5, 6) OR (lease_over = 1 AND surely_none = 0)) AND COALESCE(k_effect_started, k_created) < {{provider_window_start}} THEN 'unknown-past-provider-window ' ELSE '' END
  || CASE WHEN effect = 0 AND (k_state IN (5, 6) OR (lease_over = 1 AND surely_none = 0)) THEN 'outcome-unknown ' ELSE '' END
  || CASE WHEN lease_over = 1 AND effect = 1 THEN 'stuck-effect-done ' ELSE '' END
  || CASE WHEN lease_over = 1 AND effect = 0 AND surely_none = 1 THEN 'stuck-no-effect ' ELSE '' END
  || CASE WHEN k_state = 7 AND nr = 0 AND elsewhere_n = 0 AND (k_resource IS NOT NULL OR {{has_resource}} = 0) THEN 'lost-effect ' ELSE '' END
  || CASE WHEN k_state IN (3, 4) AND nr_live > 0 THEN 'failed-with-record ' ELSE '' END
  || CASE WHEN nk > 0 AND nr = 0 AND k_key IS NOT NULL AND k_bad IS NULL AND elsewhere_n = 0 AND (k_state IS NULL OR (k_state = 7 AND k_resource IS NULL AND {{has_resource}} = 1)) THEN 'orphan-key ' ELSE '' END
  || CASE WHEN nk = 0 AND nr_live > 0 AND r_created >= {{outage_from}} AND r_created < {{outage_to}} THEN 'outage-record ' ELSE '' END
  || CASE WHEN nk = 0 AND nr_live > 0 AND r_key IS NOT NULL AND {{has_retention}} = 1 AND r_created >= {{retention_start}} THEN 'tombstone-gap ' ELSE '' END
  || CASE WHEN nk = 0 AND nr_live > 0 AND NOT (r_key IS NOT NULL AND {{has_retention}} = 1 AND r_created >= {{retention_start}})
            AND NOT ({{has_retention}} = 1 AND r_created < {{retention_start}} AND (r_key IS NOT NULL OR {{keyed_records}} = 0)) THEN 'unkeyed-record ' ELSE '' END
  || CASE WHEN {{has_expires}} = 1 AND nk > 0 AND k_key IS NOT NULL AND ((k_expires_null = 1 AND COALESCE(k_tombstone, 0) = 0) OR (k_state = 2 AND lease_over = 0 AND k_expires < {{as_of}})) THEN 'expiry-anomaly ' ELSE '' END
  || CASE WHEN {{has_provider}} = 1 AND p_n = 0 AND (k_state = 7 OR nr_live > 0) AND (r_state IS NULL OR r_state <> 2 OR k_state = 7) THEN 'local-only ' ELSE '' END
  || CASE WHEN {{has_events}} = 1 AND nr_live > 0 AND e_n = 0 THEN 'record-without-event ' ELSE '' END
  || CASE WHEN e_open > 0 THEN 'event-without-processing ' ELSE '' END
  || CASE WHEN e_twice > 0 THEN 'consumed-twice ' ELSE '' END
    AS verdicts,
  {{result_columns}}
FROM seen
ORDER BY COALESCE(k_key, r_key){{bytes}}{{nulls_first}}, COALESCE(k_tenant, r_tenant){{bytes}}{{nulls_first}}, COALESCE(k_operation, r_operation){{bytes}}{{nulls_first}},
         r_id{{bytes}}{{nulls_first}}, nk, gid
