-- A table by the name a user wrote: with its parts taken literally first, else as SQL would read it.
SELECT r.oid, r.oid::regclass::text
FROM (SELECT COALESCE(to_regclass({{quoted}}), to_regclass({{written}})) AS oid) f
JOIN pg_catalog.pg_class r ON r.oid = f.oid
