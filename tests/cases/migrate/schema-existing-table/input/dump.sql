SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.invoices (id uuid NOT NULL, organization_id uuid NOT NULL);
CREATE TABLE public.request_idempotency (
    id uuid NOT NULL,
    key bytea NOT NULL,
    organization_id uuid,
    resource_id uuid
);
ALTER TABLE ONLY public.request_idempotency ADD CONSTRAINT request_idempotency_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX index_request_idempotency_on_key ON public.request_idempotency USING btree (key);
