-- Has the response table ($1 as written in SQL) a partition for tomorrow (UTC)?
SELECT EXISTS (
  SELECT FROM pg_catalog.pg_inherits AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9-]+)') AS first
  CROSS JOIN LATERAL substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9-]+)') AS past
  WHERE i.inhparent = to_regclass($1)
    AND first::date <= (clock_timestamp() AT TIME ZONE 'UTC')::date + 1
    AND past::date > (clock_timestamp() AT TIME ZONE 'UTC')::date + 1);
