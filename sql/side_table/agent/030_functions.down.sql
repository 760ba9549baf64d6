--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint);
DROP FUNCTION IF EXISTS @fn:_resolve@(@tenant_type@, text, text, text, jsonb, interval, interval);
DROP FUNCTION IF EXISTS @fn:_finish@(@tenant_type@, text, uuid, uuid, text, jsonb, interval);
DROP FUNCTION IF EXISTS @fn:_heartbeat@(@tenant_type@, text, uuid, boolean, interval);
DROP FUNCTION IF EXISTS @fn:_run@(@tenant_type@, text, text);
DROP FUNCTION IF EXISTS @fn:_claim@(@tenant_type@, text, text, text, bytea, text, text, interval, interval);
--@end
