-- Of an index, $1 as written in SQL: is it there and valid? NULL where there is none.
SELECT (SELECT i.indisvalid AND i.indisready FROM pg_catalog.pg_index AS i WHERE i.indexrelid = to_regclass($1));
