-- Triggers of ours on a table ($1 as written in SQL) that are switched off.
SELECT string_agg(tgname, ', ' ORDER BY tgname) FROM pg_catalog.pg_trigger
WHERE tgrelid = to_regclass($1) AND NOT tgisinternal AND tgenabled = 'D';
