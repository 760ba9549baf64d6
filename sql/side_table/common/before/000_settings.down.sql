-- Fail rather than queue: whoever waits for a lock makes everybody behind it wait too.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;
