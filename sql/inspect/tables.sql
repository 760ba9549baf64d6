-- Ordinary and partitioned tables outside the system's schemas: oid, schema, name, partition strategy, partition columns
-- (joined by chr(31)), parent's schema, parent's name, row security, comment, owner.
SELECT c.oid::text, n.nspname, c.relname,
       CASE p.partstrat WHEN 'r' THEN 'range' WHEN 'l' THEN 'list' WHEN 'h' THEN 'hash' END,
       (SELECT string_agg(coalesce(a.attname, '(expression)'), chr(31) ORDER BY k.position)
        FROM unnest(p.partattrs::int2[]) WITH ORDINALITY AS k (attnum, position)
        LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.attnum AND k.attnum > 0),
       pn.nspname, pc.relname, c.relrowsecurity, obj_description(c.oid, 'pg_class'),
       pg_get_userbyid(c.relowner)
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_partitioned_table AS p ON p.partrelid = c.oid
LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid AND c.relispartition
LEFT JOIN pg_class AS pc ON pc.oid = i.inhparent
LEFT JOIN pg_namespace AS pn ON pn.oid = pc.relnamespace
WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY n.nspname, c.relname;
