CREATE TABLE rides (id bigint PRIMARY KEY);
CREATE TABLE idempotency_keys (k VARCHAR(64) NOT NULL, user_id VARCHAR(64) NOT NULL, PRIMARY KEY (k, user_id), INDEX idx_user (user_id));
