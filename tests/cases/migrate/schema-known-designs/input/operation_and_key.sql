CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE api_idempotency (operation varchar(100), key varchar(100), status varchar(20), error_code varchar(40), expires_at timestamptz, PRIMARY KEY (operation, key));
