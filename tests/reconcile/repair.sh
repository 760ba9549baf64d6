#!/bin/sh
# Repair statements are run: each changes its one row, and after the data has moved on none.
set -eu
idem=$1
books=$2
command -v pg_virtualenv >/dev/null || exit 77
if [ -z "${IN_PG:-}" ]; then IN_PG=1 exec pg_virtualenv -t sh "$0" "$@"; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
url="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"
sources="--keys $url --keys-table idempotency_record --records $url --records-table orders --as-of 2026-06-01T00:00:00Z"
"$books" . 2000 3
load() {
  psql -q -v ON_ERROR_STOP=1 <<'SQL'
DROP TABLE IF EXISTS idempotency_record, orders;
CREATE TABLE idempotency_record (tenant_id text NOT NULL, operation text NOT NULL, idempotency_key text NOT NULL, request_fingerprint text, state text, owner_token text,
  completed_by text, resource_id text, amount numeric, currency text, customer_id text, created_at timestamptz, locked_until timestamptz,
  effect_started_at timestamptz, completed_at timestamptz, expires_at timestamptz, PRIMARY KEY (tenant_id, operation, idempotency_key));
CREATE TABLE orders (id text, tenant_id text, operation text, idempotency_key text, order_ref text, amount_cents bigint, currency text, customer_id text, status text,
  request_fingerprint text, created_at timestamptz);
\copy idempotency_record FROM keys.csv CSV HEADER
\copy orders FROM records.csv CSV HEADER
SQL
}
state() { psql -qAt -c "SELECT md5(string_agg(t::text, '|' ORDER BY t::text COLLATE \"C\")) FROM idempotency_record t"; }
load
"$idem" reconcile $sources --repair-sql repair.sql >/dev/null || [ $? = 1 ]
before=$(state)
psql -q -v ON_ERROR_STOP=1 -f repair.sql 2>notices
changed=$(grep -c '1 row(s) changed' notices)
echo "changed $changed"
# stuck-effect-done 16, unknown-resolvable 9, stuck-no-effect 15, processing outcome-unknown 6, expiry-anomaly 25
[ "$changed" = 71 ] || { sort notices | uniq -c | head; exit 1; }
"$idem" reconcile $sources --format json >after.json || [ $? = 1 ]
for class in stuck-effect-done stuck-no-effect unknown-resolvable expiry-anomaly; do
  grep -q "\"class\": \"$class\"" after.json && { echo "still there: $class"; exit 1; }
done
# A second run, and a run after every owner has changed, must change nothing.
psql -q -v ON_ERROR_STOP=1 -f repair.sql 2>notices
[ "$(grep -c '1 row(s) changed' notices)" = 0 ] || { echo "changed twice"; exit 1; }
load
[ "$(state)" = "$before" ] || { echo "not the same books"; exit 1; }
psql -q -c "UPDATE idempotency_record SET owner_token = 'somebody-else'"
moved=$(state)
psql -q -v ON_ERROR_STOP=1 -f repair.sql 2>notices
[ "$(state)" = "$moved" ] || { echo "changed after the data had moved on"; exit 1; }
# The statement that --emit-sql prints is what the server answers.
load
"$idem" reconcile $sources --emit-sql postgres >statement.sql
psql -qAt -v ON_ERROR_STOP=1 -f statement.sql >answers
[ "$(cut -d' ' -f1 answers | grep -c '^duplicate-effect')" = 16 ] || { echo "emitted SQL: other answers"; exit 1; }
exit 0
