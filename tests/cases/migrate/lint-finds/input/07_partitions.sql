CREATE TABLE claims (tenant_id text, key text NOT NULL, day date NOT NULL, PRIMARY KEY (tenant_id, key, day)) PARTITION BY RANGE (day);
CREATE TABLE claims_rest PARTITION OF claims DEFAULT;
CREATE TABLE seen (organization_id uuid, key text NOT NULL, UNIQUE (organization_id, key));
