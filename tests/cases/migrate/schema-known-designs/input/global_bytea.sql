CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE request_idempotency (id uuid PRIMARY KEY, organization_id uuid, idempotency_key bytea NOT NULL, resource_type text, resource_id uuid);
CREATE UNIQUE INDEX one ON request_idempotency (idempotency_key);
