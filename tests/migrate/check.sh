#!/bin/sh
# check.sh IDEM (inside pg_virtualenv): drift of every kind is told, an untouched side table is clean, --db fits a live table.
set -eu
idem=$1
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
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
for profile in http agent action inbox outbox workflow; do
  "$idem" migrate --profile $profile --name "Side $profile" --target-schema 'My "infra"' --tenant-type uuid --response reference | sql
done
"$idem" migrate --functions none --response none --name bare | sql
"$idem" migrate --partition hash --hash-partitions 2 --name hashed | sql
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
drifts 'resource_type is missing' "ALTER TABLE $table DROP COLUMN resource_type CASCADE"
drifts 'is not ours' "ALTER TABLE $table ADD COLUMN extra text"
drifts 'may be NULL' "ALTER TABLE $table ALTER COLUMN request_fingerprint DROP NOT NULL"
drifts 'expected timestamp with time zone' "ALTER TABLE $table ALTER COLUMN created_at TYPE timestamp"
drifts 'is not unique over' "ALTER TABLE $table DROP CONSTRAINT \"Side http_pkey\""
drifts 'the index' "DROP INDEX \"My \"\"infra\"\"\".\"Side http_expires_idx\""
drifts 'switched off' "ALTER TABLE $table DISABLE TRIGGER \"Side http_guard\""
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
