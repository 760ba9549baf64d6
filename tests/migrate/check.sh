#!/bin/sh
# check.sh IDEM (inside pg_virtualenv): drift of every kind is told, an untouched side table is clean, --db fits a live table.
set -eu
idem=$1
export PGDATABASE="${PGDATABASE:-postgres}" PGOPTIONS='-c client_min_messages=warning'
sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }
fails() { echo "FAILED: $1"; exit 1; }
check() { "$idem" migrate check --db "" "$@"; }
clean() { out=$(check) || fails "clean: $out"; }
drifts() { # WORDS STATEMENT: the statement makes drift told with these words; the transaction of the statement is undone after
  sql -c "$2"
  if out=$(check); then fails "no drift after: $2"; fi
  case $out in *"$1"*) ;; *) fails "after $2: expected '$1' in: $out" ;; esac
}
if check >/dev/null; then fails 'no side table, exit 0'; fi
version=${IDEM_SERVER_VERSION:-13}
for profile in http agent action inbox outbox workflow; do
  "$idem" migrate --server-version "$version" --profile $profile --name "Side $profile" --target-schema 'My "infra"' --tenant-type uuid --response reference | sql
done
make() { "$idem" migrate --server-version "$version" "$@" | sql; }
for profile in http agent action inbox outbox workflow; do make --profile $profile; done # under their own names
make --partition narrow --name narrow
"$idem" migrate --functions none --response none --name bare | sql
if [ "$version" -ge 13 ]; then make --partition hash --hash-partitions 2 --name hashed; fi
clean
case $(check --format json) in *'"schema": "idem.check/1"'*) ;; *) fails json ;; esac
table='"My ""infra"""."Side http"'
sql -c "INSERT INTO bare (tenant_id, operation, key_digest, request_fingerprint, state, completed_at, expires_at)
  VALUES ('t', 'o', sha256('k'), '\x01', 'SUCCEEDED', now(), now() - interval '3 days')"
out=$(check) || fails 'overdue is no drift'
case $out in *'call tombstone and reap'*) ;; *) fails "reaper: $out" ;; esac
sql -c "DELETE FROM bare; INSERT INTO bare (tenant_id, operation, key_digest, request_fingerprint, owner_token, locked_until, expires_at)
  VALUES ('t', 'o', sha256('k'), '\x01', gen_random_uuid(), now() - interval '1 hour', now())"
out=$(check) || fails 'a stuck lease is no drift'
case $out in *'nobody took it over'*) ;; *) fails "lease: $out" ;; esac
lease() { # WHAT STATEMENT
  sql -c "$2"
  out=$(check) || fails "$1: a stuck lease is no drift: $out"
  case $out in *"$1: the oldest lease ran out"*) ;; *) fails "$1: $out" ;; esac
}
lease public.agent_invocation "SELECT agent_invocation_claim('t', 'r', 's', 'tool', '\x01', 'w', NULL, interval '-1 hour')"
lease public.workflow_run "SELECT workflow_run_start('w', 't', 'x', '\x01'), workflow_run_claim('w', 's', '\x01', interval '-1 hour')"
lease public.tool_actions "INSERT INTO tool_actions (action_id, tenant_id, run_id, tool_name, tool_version, arguments, action_fingerprint, idempotency_key,
  status, approved_fingerprint, approved_by, approved_at, approval_expires_at, execution_attempt_id, locked_until)
  VALUES (md5('a')::uuid, 't', 'r', 'x', '1', '{}', '\x01', 'k', 'executing', '\x01', 'ann', now(), now(), md5('b')::uuid, now() - interval '1 hour')"
sql -c "INSERT INTO processed_messages VALUES ('c', 'e', now(), now() - interval '3 days')" \
  -c "INSERT INTO outbox_event (event_id, idempotency_key, aggregate, type, payload, created_at) VALUES (md5('e')::uuid, 'k', 'a', 't', '{}', now() - interval '3 days')"
out=$(check)
case $out in *'processed_messages: the oldest expired record waits since 3d: call reap'*) ;; *) fails "inbox: $out" ;; esac
case $out in *'outbox_event: the oldest unpublished event waits since 3d'*) ;; *) fails "outbox: $out" ;; esac
sql -c 'TRUNCATE agent_invocation, workflow_step, tool_actions, processed_messages, outbox_event, bare'
clean
case $(check --name narrow) in *'complete, valid and current'*) ;; *) fails 'narrow' ;; esac
sql -c "DO \$\$ DECLARE t regclass; BEGIN FOR t IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'narrow_response'::regclass LOOP EXECUTE 'DROP TABLE ' || t; END LOOP; END \$\$"
case $(check --name narrow) in *'no partition for the responses of tomorrow'*) ;; *) fails 'missing days' ;; esac
if [ "$version" -ge 13 ]; then drifts 'a hash partition is missing' 'DROP TABLE hashed_p1'; fi
drifts 'the check narrow_lease_check is not there' 'ALTER TABLE narrow DROP CONSTRAINT narrow_lease_check'
drifts 'the trigger narrow_guard is not there' 'DROP TRIGGER narrow_guard ON narrow'
drifts 'is not as this idem writes it' "CREATE OR REPLACE FUNCTION narrow_reap(p_batch bigint DEFAULT 1000) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS 'BEGIN RETURN 0; END'"
drifts 'has no search_path of its own' 'ALTER FUNCTION narrow_tombstone(bigint) RESET ALL'
drifts 'everybody may call it' 'ALTER FUNCTION narrow_release(text, text, text, uuid) SECURITY DEFINER'
drifts 'resource_type is missing' "ALTER TABLE $table DROP COLUMN resource_type CASCADE"
drifts 'is not ours' "ALTER TABLE $table ADD COLUMN extra text"
drifts 'may be NULL' "ALTER TABLE $table ALTER COLUMN request_fingerprint DROP NOT NULL"
drifts 'expected timestamp with time zone' "ALTER TABLE $table ALTER COLUMN created_at TYPE timestamp"
drifts 'is not unique over' "ALTER TABLE $table DROP CONSTRAINT \"Side http_pkey\""
drifts 'the index' "DROP INDEX \"My \"\"infra\"\"\".\"Side http_expires_idx\""
drifts 'is switched off' "ALTER TABLE $table DISABLE TRIGGER \"Side http_guard\""
drifts 'the function' "DROP FUNCTION \"My \"\"infra\"\"\".\"Side http_reap\""
drifts 'the view' "DROP VIEW \"My \"\"infra\"\"\".\"Side http_health\""
drifts 'is not there' "DROP TABLE \"My \"\"infra\"\"\".\"Side agent_execution\" CASCADE"
# --db: fits a live table, recognises ours and others'.
sql -c 'CREATE TABLE "Order" (id bigint PRIMARY KEY, "tenantId" bigint NOT NULL)'
"$idem" migrate --db "" --table Order 2>/dev/null | grep -qF 'CREATE TABLE IF NOT EXISTS public."Order_idempotency_record" (' || fails 'name'
"$idem" migrate --db "" --table Order 2>/dev/null | grep -q 'tenant_id bigint NOT NULL' || fails 'tenant type'
sql -c 'CREATE TABLE idempotency_keys (id bigint, key text UNIQUE)'
if "$idem" migrate --db "" --table Order >/dev/null 2>&1; then fails 'doubled'; fi
echo ok
