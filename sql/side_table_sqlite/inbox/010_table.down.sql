-- Forgets what was processed: a message delivered again would run again.
DROP TABLE IF EXISTS @table@;
