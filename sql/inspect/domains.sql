-- Domains: schema, name, base type.
SELECT n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod)
FROM pg_type AS t
JOIN pg_namespace AS n ON n.oid = t.typnamespace
WHERE t.typtype = 'd' AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY n.nspname, t.typname;
