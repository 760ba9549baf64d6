-- Functions with their owner's rights reach the tables through the schema; days are made in it.
GRANT @owner_rights@ ON SCHEMA @schema@ TO @owner_role@;
