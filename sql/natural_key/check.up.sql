-- Reads the whole table, so no time limit; ACCESS SHARE, which blocks no reader and no writer.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = 0;

-- To see the duplicates:
--   SELECT @columns@, count(*) FROM @core@ WHERE @filled@
--   GROUP BY @columns@ HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT 100;
DO $idem$
BEGIN
  IF EXISTS (SELECT FROM @core@ WHERE @filled@ GROUP BY @columns@ HAVING count(*) > 1) THEN
    RAISE EXCEPTION 'rows of % repeat %', @core_literal@, @columns_literal@
      USING ERRCODE = 'unique_violation', HINT = 'Settle them first; the query stands above this statement.';
  END IF;
END
$idem$;
