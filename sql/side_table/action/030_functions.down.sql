--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint, interval);
DROP FUNCTION IF EXISTS @fn:_cancel@(@tenant_type@, uuid);
DROP FUNCTION IF EXISTS @fn:_resolve@(@tenant_type@, uuid, text, jsonb, text, interval);
DROP FUNCTION IF EXISTS @fn:_finish@(uuid, uuid, text, jsonb, text, jsonb);
DROP FUNCTION IF EXISTS @fn:_heartbeat@(uuid, uuid, boolean, interval);
DROP FUNCTION IF EXISTS @fn:_claim@(@tenant_type@, uuid, bytea, interval);
DROP FUNCTION IF EXISTS @fn:_approve@(@tenant_type@, uuid, bytea, text, interval);
DROP FUNCTION IF EXISTS @fn:_propose@(@tenant_type@, text, text, text, jsonb, bytea, text, uuid);
--@end
