ALTER TABLE pay RENAME TO payments;
\echo not sql
ALTER TABLE payments ADD COLUMN merchant_id uuid NOT NULL;
