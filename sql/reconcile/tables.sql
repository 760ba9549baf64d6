-- Tables and views that may be read, with their columns in order.
SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_%' AND NOT c.relispartition
  AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
ORDER BY 1, a.attnum
