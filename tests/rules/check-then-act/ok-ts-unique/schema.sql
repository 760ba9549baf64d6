CREATE TABLE redemptions (
  id bigserial PRIMARY KEY,
  code text NOT NULL,
  email text NOT NULL
);
CREATE UNIQUE INDEX redemptions_once ON redemptions (code, email);
