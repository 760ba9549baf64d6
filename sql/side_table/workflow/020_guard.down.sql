--@if functions
DROP TRIGGER IF EXISTS @id:_guard@ ON @step@;
DROP FUNCTION IF EXISTS @fn:_guard@();
--@end
