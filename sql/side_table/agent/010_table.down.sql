-- Forgets every invocation: a call that is being retried would run again.
DROP TABLE IF EXISTS @execution@;
DROP TABLE IF EXISTS @table@;
