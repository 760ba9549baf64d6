-- Of a trigger ($2) on a table ($1 as written in SQL): is it switched on? No row where there is none.
SELECT tgenabled <> 'D' FROM pg_catalog.pg_trigger
WHERE tgrelid = to_regclass($1) AND tgname = $2 AND NOT tgisinternal;
