CREATE TABLE users (id bigint PRIMARY KEY);
CREATE TABLE rides (id bigint PRIMARY KEY, user_id bigint NOT NULL);
CREATE TABLE keys (id bigserial PRIMARY KEY, user_id bigint NOT NULL REFERENCES users, key text NOT NULL CHECK (length(key) <= 100),
  last_run_at timestamptz NOT NULL, locked_at timestamptz, request_params jsonb NOT NULL, response_code int, response_body jsonb,
  recovery_point text NOT NULL);
CREATE UNIQUE INDEX ON keys (user_id, key);
