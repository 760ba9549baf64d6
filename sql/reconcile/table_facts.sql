-- NOT NULL columns, about how many rows there are (-1: not known), and the columns of each unique index that holds for
-- all rows.
SELECT 'not null', '0', a.attname::text FROM pg_catalog.pg_attribute a WHERE a.attrelid = {{oid}} AND a.attnum > 0 AND a.attnotnull
UNION ALL
SELECT 'rows', '0', c.reltuples::bigint::text FROM pg_catalog.pg_class c WHERE c.oid = {{oid}}
UNION ALL
SELECT 'unique', (dense_rank() OVER (ORDER BY i.indexrelid) - 1)::text, a.attname::text
FROM pg_catalog.pg_index i
CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS part (attnum, place)
JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.attnum
WHERE i.indrelid = {{oid}} AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND part.place <= i.indnkeyatts
