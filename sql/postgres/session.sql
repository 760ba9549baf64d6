-- Sent once per connection: notices would land on stderr through libpq, and a search path or date style of the role's
-- own would change what the statements mean and how times are printed.
SET client_min_messages = error;
SET DateStyle = 'ISO, YMD';
SET IntervalStyle = 'postgres';
SET client_encoding = 'UTF8';
