-- Roles that were granted INSERT or UPDATE: table's oid, role. The owner's own rights are left out.
SELECT DISTINCT c.oid::text, r.rolname
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
CROSS JOIN LATERAL aclexplode(c.relacl) AS a
JOIN pg_roles AS r ON r.oid = a.grantee
WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND a.privilege_type IN ('INSERT', 'UPDATE') AND r.oid <> c.relowner
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY 1, 2;
