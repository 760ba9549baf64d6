--@if functions
DROP TRIGGER IF EXISTS @id:_guard@ ON @table@;
DROP FUNCTION IF EXISTS @fn:_guard@();
--@end
