-- Is the view there? $1 as written in SQL.
SELECT to_regclass($1) IS NOT NULL;
