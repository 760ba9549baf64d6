CREATE TABLE orders (id bigserial PRIMARY KEY, tenant_id text NOT NULL, item text);
