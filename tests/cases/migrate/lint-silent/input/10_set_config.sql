SELECT set_config('lock_timeout', '2s', false);
ALTER TABLE payments ADD COLUMN a text;
