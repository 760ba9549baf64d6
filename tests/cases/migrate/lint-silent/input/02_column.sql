SET lock_timeout = '2s';
ALTER TABLE payments ADD COLUMN note text, ADD COLUMN made timestamptz DEFAULT now();
