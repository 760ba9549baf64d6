CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE idempotency_entry (method varchar(8), path varchar(200), principal varchar(100) NOT NULL DEFAULT '', key varchar(100),
  reservation_token uuid, response bytea, expires_at timestamptz NOT NULL, PRIMARY KEY (method, path, principal, key));
