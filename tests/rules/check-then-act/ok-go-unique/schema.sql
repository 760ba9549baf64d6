CREATE TABLE waitlist (id bigserial PRIMARY KEY, email text NOT NULL UNIQUE);
