-- Drops events that were not published yet with the others: publish them first.
DROP TABLE IF EXISTS @table@;
