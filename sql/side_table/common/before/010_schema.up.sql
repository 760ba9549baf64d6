--@if create_schema
CREATE SCHEMA IF NOT EXISTS @schema@;
--@end
