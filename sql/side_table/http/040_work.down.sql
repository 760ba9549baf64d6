--@if functions
DROP FUNCTION IF EXISTS @fn:_release@(@tenant_type@, text, text, uuid);
DROP FUNCTION IF EXISTS @fn:_mark_unknown@(@tenant_type@, text, text, uuid);
DROP FUNCTION IF EXISTS @fn:_fail@(@tenant_type@, text, text, uuid, boolean, bigint, jsonb, @body_arg@interval);
DROP FUNCTION IF EXISTS @fn:_complete@(@tenant_type@, text, text, uuid, bigint, jsonb, @body_arg@text, text, interval);
DROP FUNCTION IF EXISTS @fn:_start_effect@(@tenant_type@, text, text, uuid, interval);
DROP FUNCTION IF EXISTS @fn:_heartbeat@(@tenant_type@, text, text, uuid, interval);
--@end
