-- Tables that carry our comment: schema, name, comment.
SELECT n.nspname, c.relname, obj_description(c.oid, 'pg_class')
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND obj_description(c.oid, 'pg_class') ~ '^idem (http|agent|action|inbox|outbox|workflow) [0-9]+:'
ORDER BY n.nspname, c.relname;
