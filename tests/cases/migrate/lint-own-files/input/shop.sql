CREATE TABLE orders (id bigint PRIMARY KEY, order_number text, tenant_id uuid NOT NULL);
CREATE TABLE ledger (id bigint, at date NOT NULL, ref text NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE ledger_1 PARTITION OF ledger FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE ledger_2 PARTITION OF ledger FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
