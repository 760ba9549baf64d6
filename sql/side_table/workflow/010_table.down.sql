-- Forgets which steps took effect: a run replayed afterwards would repeat them.
DROP TABLE IF EXISTS @step@;
DROP TABLE IF EXISTS @table@;
