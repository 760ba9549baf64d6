CREATE TABLE access_keys (id serial PRIMARY KEY, secret text NOT NULL UNIQUE, owner text NOT NULL);
CREATE TABLE vouchers (id serial PRIMARY KEY, code text NOT NULL UNIQUE);
