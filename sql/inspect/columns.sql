-- Columns of those tables in their order: table's oid, name, type (a domain by its bare schema and name), NOT NULL.
SELECT a.attrelid::text, a.attname,
       CASE WHEN t.typtype = 'd' THEN tn.nspname || '.' || t.typname ELSE format_type(a.atttypid, a.atttypmod) END,
       a.attnotnull
FROM pg_attribute AS a
JOIN pg_class AS c ON c.oid = a.attrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_type AS t ON t.oid = a.atttypid
JOIN pg_namespace AS tn ON tn.oid = t.typnamespace
WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY a.attrelid, a.attnum;
