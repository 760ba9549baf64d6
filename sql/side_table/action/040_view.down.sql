DROP VIEW IF EXISTS @at:_health@;
