CREATE EXTENSION IF NOT EXISTS pg_cron;
CREATE DOMAIN "Key" AS uuid;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_class WHERE relname = 'orders') THEN
    CREATE TABLE orders (id bigint, tenant_uuid "Key" NOT NULL);
  END IF;
  -- ALTER TABLE orders DROP COLUMN id;
  ALTER TABLE orders ADD PRIMARY KEY (id, tenant_uuid);
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
ALTER TABLE orders OWNER TO shop_owner;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON orders TO shop_app, "Billing";
GRANT SELECT ON orders TO reports;
CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION note_it();
SET search_path = '{{.Schema}}';
CREATE TABLE templated (id bigint PRIMARY KEY);
CREATE TABLE broken (id bigint GENERATED ALWAYS AS (1) VIRTUAL);
\connect shop
COPY orders (id, tenant_uuid) FROM stdin;
1	CREATE TABLE not_a_table (id int);
\.
