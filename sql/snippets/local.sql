-- Everything in one database: claim, business rows, outbox and completion in one transaction. A repeat waits for the first
-- request's transaction, no longer than lock_timeout (55P03: answer 409), and then replays. Try it with
--   psql -v tenant=acme -v operation='POST /orders' -v key=k-1 -v fingerprint='\x01' -v business='INSERT INTO orders ...' -f local.sql
-- In a program: the same statements with your driver's parameters.
BEGIN;
SET LOCAL lock_timeout = '2s';

SELECT outcome, outcome = 'won' AS won, coalesce(owner_token::text, '') AS owner_token, coalesce(response_status, 0) AS status
FROM @fn:_claim@(:'tenant', :'operation', :'key', :'fingerprint'::bytea) \gset

\if :won
  -- The business rows, and what others must be told: an event in the outbox (idem migrate --profile outbox).
  :business;
  SELECT @fn:_complete@(:'tenant', :'operation', :'key', :'owner_token'::uuid, 201) AS completed \gset
  COMMIT;
  \echo won :completed
\else
  -- replay: send the stored response. mismatch: 422. in_flight: 409 with Retry-After. needs_reconciliation: 409. expired: 410.
  ROLLBACK;
  \echo :outcome :status
\endif
