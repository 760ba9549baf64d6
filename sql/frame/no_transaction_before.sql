-- Outside a transaction: a short wait for locks, and as long as it takes.
SET lock_timeout = @lock_timeout@;
SET statement_timeout = 0;
