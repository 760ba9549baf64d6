-- Unique indexes, those of constraints too: table's oid, index name, columns (joined by chr(31)), primary, partial, valid.
SELECT i.indrelid::text, x.relname,
       (SELECT string_agg(coalesce(a.attname, '(expression)'), chr(31) ORDER BY k.position)
        FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, position)
        LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND k.attnum > 0
        WHERE k.position <= i.indnkeyatts),
       i.indisprimary, i.indpred IS NOT NULL, i.indisvalid AND i.indisready
FROM pg_index AS i
JOIN pg_class AS x ON x.oid = i.indexrelid
JOIN pg_class AS c ON c.oid = i.indrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE i.indisunique AND c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
  AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY i.indrelid, x.relname;
