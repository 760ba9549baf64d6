-- How many rows each side has, whether any key has an end, and the longest life of a key in microseconds.
SELECT (SELECT count(*) FROM ({{record_rows}}) r) AS records, t.* FROM (
  SELECT count(*) AS keys, {{expiries}} AS expiries, CAST(extract(epoch FROM {{longest_life}}) * 1000000 AS bigint) AS longest FROM ({{key_rows}}) k) t
