CREATE TABLE events (id uuid NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE claims (tenant_id text, key text, PRIMARY KEY (tenant_id, key)) PARTITION BY HASH (tenant_id, key);
