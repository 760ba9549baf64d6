--@if functions
DROP FUNCTION IF EXISTS @fn:_reap@(bigint);
DROP FUNCTION IF EXISTS @fn:_accept@(text, text, interval);
--@end
