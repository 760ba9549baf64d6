-- Outside a transaction, and as long as it takes: a concurrent build waits for older transactions, and a lock_timeout
-- would end that wait and leave an INVALID index. Nobody queues behind it but other DDL.
SET lock_timeout = 0;
SET statement_timeout = 0;
