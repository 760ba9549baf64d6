-- Forgets every key: requests that are still being retried would run again.
DROP TABLE IF EXISTS @table@;
