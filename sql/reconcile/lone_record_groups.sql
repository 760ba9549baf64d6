
  -- SQLite looks through all of one side for each row of the other in a FULL JOIN; for two LEFT JOINs it makes an index.
  UNION ALL
  SELECT r.link, 0, nr, nr_live, {{facts}}
  FROM record_groups r
  LEFT JOIN key_groups k ON k.link = r.link{{scope}}
  WHERE k.link IS NULL