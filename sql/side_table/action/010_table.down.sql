-- Forgets proposals, approvals and results: an action that is retried would be proposed anew.
DROP TABLE IF EXISTS @table@;
