--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint, interval);
DROP FUNCTION IF EXISTS @fn:_published@(uuid[]);
DROP FUNCTION IF EXISTS @fn:_take@(bigint);
DROP FUNCTION IF EXISTS @fn:_enqueue@(text, text, text, jsonb);
--@end
