CREATE TABLE public.orders (id bigserial PRIMARY KEY, tenant_id text NOT NULL, idempotency_key text NOT NULL, item text);
ALTER TABLE ONLY public.orders ADD CONSTRAINT orders_once UNIQUE (tenant_id, idempotency_key);
