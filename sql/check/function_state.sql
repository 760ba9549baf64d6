-- Of a function, $1 as written in SQL with its argument types: its body, whether its search_path is pinned, whether it
-- runs with its owner's rights while everybody may call it. No row where there is none.
SELECT p.prosrc,
       EXISTS (SELECT FROM unnest(p.proconfig) AS setting WHERE setting LIKE 'search\_path=%'),
       p.prosecdef AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
                               WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE')
FROM pg_catalog.pg_proc AS p WHERE p.oid = to_regprocedure($1);
