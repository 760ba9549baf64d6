CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE idempotency_keys (key text PRIMARY KEY, http_status int NOT NULL, body text, lock_token text, locked_until timestamptz, expires_at timestamptz);
