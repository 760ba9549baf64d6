-- An effect outside the database. The claim is committed first, the provider is called outside any transaction with the
-- stored key, the result is stored in a second transaction. A lost answer ends in OUTCOME_UNKNOWN: look it up, then resolve.
-- Try it, provider being ok, declined or lost, with
--   psql -v tenant=acme -v operation='POST /orders' -v key=k-1 -v fingerprint='\x01' -v business='INSERT INTO orders ...'
--     -v provider=ok -v provider_call='SELECT 1' -f external.sql
-- In a program: the same statements with your driver's parameters.
SELECT outcome, outcome = 'won' AS won, coalesce(owner_token::text, '') AS owner_token, coalesce(response_status, 0) AS status
FROM @fn:_claim@(:'tenant', :'operation', :'key', :'fingerprint'::bytea) \gset

\if :won
  SELECT @fn:_start_effect@(:'tenant', :'operation', :'key', :'owner_token'::uuid) = 'started' AS mine \gset
  \if :mine
    -- Call the provider here, outside any transaction, with a time limit shorter than the lease, and send :key as its
    -- idempotency key: the same on every attempt.
    :provider_call;
    SELECT :'provider' = 'ok' AS ok, :'provider' = 'declined' AS declined \gset
    \if :ok
      BEGIN;
      SELECT @fn:_complete@(:'tenant', :'operation', :'key', :'owner_token'::uuid, 201) AS stored \gset
      SELECT :'stored' = 'lost' AS lost \gset
      \if :lost
        ROLLBACK;
      \else
        :business;
        COMMIT;
      \endif
    \elif :declined
      SELECT @fn:_fail@(:'tenant', :'operation', :'key', :'owner_token'::uuid, true, 402) AS stored \gset
    \else
      -- Timeout, 5xx, connection lost after sending: it may have happened. Never failed, never a new key.
      SELECT @fn:_mark_unknown@(:'tenant', :'operation', :'key', :'owner_token'::uuid) AS stored \gset
    \endif
    \echo won :stored
  \else
    \echo lost
  \endif
\else
  -- needs_reconciliation: ask the provider for :key, then resolve to SUCCEEDED, FAILED_FINAL, PROCESSING or MANUAL_REVIEW.
  \echo :outcome :status
\endif
