-- CREATE INDEX a ON payments (b);
/* ALTER TABLE payments ADD COLUMN c text; /* nested */ DROP INDEX d; */
INSERT INTO notes VALUES ('; ALTER TABLE payments DROP COLUMN c;'), (E'it\'s; DROP INDEX d;'), ($$; TRUNCATE payments;$$);
COPY notes FROM stdin;
CREATE INDEX a ON payments (b);
\.
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN CREATE INDEX a ON payments (b); END $body$;
