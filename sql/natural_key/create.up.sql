-- SHARE UPDATE EXCLUSIVE: writers go on. It waits for older transactions twice, however long they last.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS @index_name@ ON @core@ (@columns@)@where@;
