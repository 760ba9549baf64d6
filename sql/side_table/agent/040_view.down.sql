DROP VIEW IF EXISTS @at:_ghosts@;
