-- One snapshot for all that a run reads from this connection; nothing can be written in it.
BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;{{snapshot}}
SET LOCAL statement_timeout = {{statement_timeout}};
SET LOCAL lock_timeout = '5s';
SET LOCAL TIME ZONE INTERVAL '{{zone}}' HOUR TO MINUTE;
SET LOCAL DateStyle = 'ISO, YMD';
SET LOCAL extra_float_digits = 1;
SET LOCAL jit = off
