-- Of a CHECK constraint ($2) on a table ($1 as written in SQL): is it validated? No row where there is none.
SELECT convalidated FROM pg_catalog.pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2 AND contype = 'c';
