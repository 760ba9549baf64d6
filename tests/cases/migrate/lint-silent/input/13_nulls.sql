CREATE TABLE optional_key (id bigint PRIMARY KEY, idempotency_key text UNIQUE);
CREATE TABLE distinct_nulls (tenant_id uuid, key text NOT NULL, UNIQUE NULLS NOT DISTINCT (tenant_id, key));
CREATE TABLE with_primary (tenant_id uuid, key text, PRIMARY KEY (tenant_id, key), UNIQUE (key, tenant_id));
CREATE TABLE by_key (key uuid, PRIMARY KEY (key)) PARTITION BY RANGE (key);
