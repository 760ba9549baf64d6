--@if functions
DROP TRIGGER IF EXISTS @id:_append_only@ ON @execution@;
DROP FUNCTION IF EXISTS @fn:_append_only@();
DROP TRIGGER IF EXISTS @id:_guard@ ON @table@;
DROP FUNCTION IF EXISTS @fn:_guard@();
--@end
