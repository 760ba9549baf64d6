--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint);
DROP FUNCTION IF EXISTS @fn:_end_run@(text, text, jsonb, interval);
DROP FUNCTION IF EXISTS @fn:_resolve@(text, text, text, jsonb, interval);
DROP FUNCTION IF EXISTS @fn:_finish@(text, text, uuid, text, jsonb);
DROP FUNCTION IF EXISTS @fn:_heartbeat@(text, text, uuid, boolean, interval);
DROP FUNCTION IF EXISTS @fn:_claim@(text, text, bytea, interval);
DROP FUNCTION IF EXISTS @fn:_start@(text, @tenant_type@, text, bytea);
--@end
