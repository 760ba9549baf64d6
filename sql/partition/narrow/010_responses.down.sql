--@if functions
DROP FUNCTION IF EXISTS @fn:_response_get@(text);
DROP FUNCTION IF EXISTS @fn:_response_put@(bytea);
--@if own_days
DROP FUNCTION IF EXISTS @fn:_response_drop@(interval);
DROP FUNCTION IF EXISTS @fn:_response_days@(integer);
--@end
--@end
DROP TABLE IF EXISTS @at:_response@;
