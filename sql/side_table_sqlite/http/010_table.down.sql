-- Forgets every key: requests that are still being retried would run again. Its index and trigger go with it.
DROP TABLE IF EXISTS @table@;
