CREATE TABLE public.claims (tenant_id text NOT NULL, key text NOT NULL, day date NOT NULL) PARTITION BY RANGE (day);
ALTER TABLE ONLY public.claims ADD CONSTRAINT claims_key UNIQUE (tenant_id, key);
CREATE TABLE public.claims_1 PARTITION OF public.claims FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
CREATE UNIQUE INDEX claims_1_key ON claims_1 (tenant_id, key);
CREATE TABLE keys (tenant text, idempotency_key text NOT NULL);
ALTER TABLE keys ADD CONSTRAINT k UNIQUE (tenant, idempotency_key);
