-- Tables that the questions read and that stay empty where a side is not given.
CREATE TABLE elsewhere (id, tenant_lo, n);
CREATE TABLE provider_rows (link, id, state, amount, currency, created);
CREATE TABLE event_rows (link, id, consumer, created, completed);
CREATE TABLE execution_rows (link, id, tool, session, created, completed);
CREATE TABLE repeated (link PRIMARY KEY) WITHOUT ROWID;
