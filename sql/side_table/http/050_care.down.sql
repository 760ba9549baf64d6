--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint);
DROP FUNCTION IF EXISTS @fn:_tombstone@(bigint);
DROP FUNCTION IF EXISTS @fn:_resolve@(@tenant_type@, text, text, text, bigint, jsonb, @body_arg@text, text, interval, interval);
--@end
