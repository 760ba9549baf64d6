--@if functions
DROP FUNCTION IF EXISTS @fn:_replay@(@tenant_type@, text, text, bytea, bigint);
DROP FUNCTION IF EXISTS @fn:_claim@(@tenant_type@, text, text, bytea, bigint, interval, interval);
--@end
