-- Is the function or view there? $1 as written in SQL, a function with its argument types.
SELECT CASE WHEN $2 = 'FUNCTION' THEN to_regprocedure($1) IS NOT NULL ELSE to_regclass($1) IS NOT NULL END;
