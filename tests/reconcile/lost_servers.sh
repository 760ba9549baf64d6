#!/bin/sh
# Servers that go away, and Ctrl-C: exit 3 with a message, never a clean result; the query does not run on.
set -eu
idem=$1
books=$2
command -v pg_virtualenv >/dev/null || exit 77
if [ -z "${IN_PG:-}" ]; then IN_PG=1 exec pg_virtualenv -t sh "$0" "$@"; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
url="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"
"$books" . 3000 5
psql -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE idempotency_record (tenant_id text, operation text, idempotency_key text, request_fingerprint text, state text, owner_token text, completed_by text, resource_id text,
  amount numeric, currency text, customer_id text, created_at timestamptz, locked_until timestamptz, effect_started_at timestamptz, completed_at timestamptz, expires_at timestamptz);
\copy idempotency_record FROM keys.csv CSV HEADER
SQL
begin() {  # keys from a query that takes long in its middle
  rm -f list.ndjson
  "$idem" reconcile --keys "$url" --keys-query "SELECT k.*, CASE WHEN n > 1000 THEN pg_sleep(0.02) END FROM (SELECT *, row_number() OVER () AS n FROM idempotency_record) k" \
    --records records.csv --as-of 2026-06-01 --output list.ndjson >out 2>err &
  pid=$!
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 0.5
    [ "$(running)" = 0 ] || break
  done
  [ "$(running)" != 0 ] || { echo "no query runs"; cat err; exit 1; }
}
running() { psql -qAt -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'idem' AND state = 'active' AND query LIKE '%pg_sleep%'"; }
ended() {  # WHAT
  code=0
  wait $pid || code=$?
  [ "$code" = 3 ] || { echo "$1: exit $code"; cat err; exit 1; }
  [ -s err ] || { echo "$1: no message"; exit 1; }
  if grep -q 'story' out; then echo "$1: a result"; exit 1; fi
  [ -z "$(ls | grep list)" ] || { echo "$1: a list is left"; exit 1; }
  if grep -q "$PGPASSWORD" err out; then echo "$1: the password is shown"; exit 1; fi
}
begin
psql -qAt -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idem'" >/dev/null
ended "the backend was ended"
begin
kill -INT $pid
ended "Ctrl-C"
sleep 1
[ "$(running)" = 0 ] || { echo "the query runs on after Ctrl-C"; exit 1; }
begin
psql -qAt -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'idem'" >/dev/null
ended "the query was cancelled"
code=0
"$idem" reconcile --keys "$url" --keys-query "SELECT *, pg_sleep(0.01) FROM idempotency_record" --records records.csv --as-of 2026-06-01 --statement-timeout 500ms >out 2>err || code=$?
[ "$code" = 3 ] && grep -q 57014 err || { echo "statement timeout: $code"; cat err; exit 1; }
code=0
"$idem" reconcile --keys "postgresql://somebody:very-secret@127.0.0.1:1/books" --records records.csv >out 2>err || code=$?
[ "$code" = 3 ] || { echo "nobody listens: $code"; exit 1; }
if grep -q very-secret out err; then echo "the password is shown"; exit 1; fi
for secret in 'very@secret' 'very/secret' 'very?secret' 'secret?12'; do
  code=0
  "$idem" reconcile --keys "postgresql://somebody:$secret@127.0.0.1:1/books" --records records.csv >out 2>err || code=$?
  [ "$code" = 2 ] && grep -q '%40' err || { echo "an unclear password: $code"; exit 1; }
  if grep -q secret out err; then echo "a part of the password is shown"; exit 1; fi
done
begin
kill -KILL $(psql -qAt -c "SELECT pid FROM pg_stat_activity WHERE application_name = 'idem'")
ended "the server crashed"
# Redis: gone between the first page and the next ones
command -v redis-server >/dev/null || exit 0
redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --appendonly no --daemonize yes --pidfile "$work/redis.pid" --logfile "$work/redis.log" >/dev/null
for try in 1 2 3 4 5 6 7 8 9 10; do redis-cli -s redis.sock ping >/dev/null 2>&1 && break; sleep 0.3; done
seq 1 20000 | sed "s/.*/SET idem:& '{\"state\":\"succeeded\"}'/" | redis-cli -s redis.sock --pipe >/dev/null
mkfifo fifo
rm -f list.ndjson
[ "$(redis-cli -s redis.sock dbsize)" = 20000 ]
"$idem" reconcile --keys "unix://$work/redis.sock" --keys-table 'idem:*' --records fifo --as-of 2026-06-01 --output list.ndjson >out 2>err &
pid=$!
exec 3>fifo
echo id,key >&3
kill -KILL "$(cat redis.pid)"
sleep 0.5
exec 3>&-
ended "Redis was killed"
