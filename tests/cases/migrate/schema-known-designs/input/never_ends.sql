CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE idempotent_action (key varchar(64), type varchar(64), client varchar(64), created_at timestamptz, last_run_at timestamptz, completed_at timestamptz, result text,
  PRIMARY KEY (key, type, client));
