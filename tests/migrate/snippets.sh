#!/bin/sh
# snippets.sh IDEM (inside pg_virtualenv): the two snippets as printed, run by psql against the functions they use.
set -eu
idem=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export PGDATABASE="${PGDATABASE:-postgres}" PGOPTIONS='-c client_min_messages=warning'
sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }
cd "$work"
"$idem" migrate --server-version "${IDEM_SERVER_VERSION:-13}" | sql
"$idem" migrate --snippet local >local.sql
"$idem" migrate --snippet external >external.sql
sql -c 'CREATE TABLE orders (n int); CREATE TABLE calls (n int)'
run() { # SNIPPET KEY FINGERPRINT PROVIDER
  sql -v tenant=acme -v operation='POST /orders' -v key="$2" -v fingerprint="$3" -v provider="$4" \
    -v business='INSERT INTO orders VALUES (1)' -v provider_call='INSERT INTO calls VALUES (1)' -f "$1.sql" 2>&1 | tail -1
}
expect() { # WANTED GOT WHAT
  [ "$1" = "$2" ] || { echo "FAILED: $3: expected '$1', got '$2'"; exit 1; }
}
expect 'won completed' "$(run local k1 '\x01' ok)" 'local, first'
expect 'replay 201' "$(run local k1 '\x01' ok)" 'local, repeat'
expect 'mismatch 0' "$(run local k1 '\x02' ok)" 'local, other meaning'
expect 1 "$(sql -c 'SELECT count(*) FROM orders')" 'one business row'
# A repeat waits for the first one's transaction and then replays; past lock_timeout it is in flight (55P03).
sql -v tenant=acme -v operation='POST /orders' -v key=k2 -v fingerprint='\x01' -v business='SELECT pg_sleep(1)' -f local.sql >first.out &
sleep 0.4
expect 'replay 201' "$(run local k2 '\x01' ok)" 'local, repeat while the first one runs'
wait
sql -v tenant=acme -v operation='POST /orders' -v key=k3 -v fingerprint='\x01' -v business='SELECT pg_sleep(4)' -f local.sql >first.out &
sleep 0.4
case $(run local k3 '\x01' ok) in *'lock timeout'* | *CONTEXT* | *QUERY* | *idempotency_record_claim*) ;; *) echo 'FAILED: no lock timeout'; exit 1 ;; esac
wait
expect 'won completed' "$(run external e1 '\x01' ok)" 'external, first'
expect 'replay 201' "$(run external e1 '\x01' ok)" 'external, repeat'
expect 'won failed' "$(run external e2 '\x01' declined)" 'external, declined'
expect 'replay 402' "$(run external e2 '\x01' ok)" 'external, repeat of a refusal'
expect 'won unknown' "$(run external e3 '\x01' lost)" 'external, answer lost'
expect 'needs_reconciliation 0' "$(run external e3 '\x01' ok)" 'external, repeat of an unknown'
expect 3 "$(sql -c 'SELECT count(*) FROM calls')" 'the provider was called once per key'
expect 'SUCCEEDED' "$(sql -c "SELECT outcome FROM idempotency_record_resolve('acme', 'POST /orders', 'e3', 'SUCCEEDED', 201)")" resolve
expect 'replay 201' "$(run external e3 '\x01' ok)" 'external, repeat after the look-up'
expect 3 "$(sql -c 'SELECT count(*) FROM calls')" 'and not again'
echo ok
