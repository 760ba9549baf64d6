SET lock_timeout = '2s';
CREATE TABLE public.side (tenant_id text NOT NULL, key text NOT NULL, at timestamptz);
ALTER TABLE ONLY public.side ADD CONSTRAINT side_key UNIQUE (tenant_id, key);
CREATE INDEX side_at ON side (at);
ALTER TABLE side ADD COLUMN id uuid DEFAULT gen_random_uuid(), ALTER COLUMN at TYPE date;
DROP INDEX side_at;
CREATE TRIGGER t BEFORE UPDATE ON public.side FOR EACH ROW EXECUTE FUNCTION f();
ALTER TABLE side RENAME TO sidecar;
CREATE INDEX again ON sidecar (at);
