#!/bin/sh
# PostgreSQL: pushed down, streamed and merged, alone and with files, gives what the files give.
set -eu
idem=$1
books=$2
command -v pg_virtualenv >/dev/null || exit 77
if [ -z "${IN_PG:-}" ]; then IN_PG=1 exec pg_virtualenv -t sh "$0" "$@"; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
as_of="--as-of 2026-06-01T00:00:00Z --outage 2026-05-22T00:00Z..2026-05-22T00:30Z"
url="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"
judge() {
  name=$1
  shift
  "$idem" reconcile "$@" $as_of --format json --output "$name.ndjson" >"$name.json" || [ $? = 1 ]
  "$books" check . "$name.json" || { echo "wrong: $name"; exit 1; }
  if [ -f first.ndjson ]; then cmp first.ndjson "$name.ndjson" || { diff first.ndjson "$name.ndjson" | head; echo "another list: $name"; exit 1; }; else cp "$name.ndjson" first.ndjson; fi
}
"$books" . "${PAIRS:-20000}" 7
psql -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE idempotency_record (tenant_id text NOT NULL, operation text NOT NULL, idempotency_key text NOT NULL, request_fingerprint text, state text, owner_token text,
  completed_by text, resource_id text, amount numeric, currency char(3), customer_id text, created_at timestamptz, locked_until timestamptz,
  effect_started_at timestamptz, completed_at timestamptz, expires_at timestamptz, PRIMARY KEY (tenant_id, operation, idempotency_key));
CREATE TABLE "Orders" (id varchar(80), tenant_id text, operation text, idempotency_key text, order_ref text, amount_cents bigint, currency text, customer_id text, status text,
  request_fingerprint text, created_at timestamptz);
\copy idempotency_record FROM keys.csv CSV HEADER
\copy "Orders" FROM records.csv CSV HEADER
SQL
judge files --keys keys.csv --records records.csv
judge pushed --keys "$url" --records "$url" --records-table Orders
grep -q '"engine": "pushed down"' pushed.json
judge merged --keys "$url" --keys-table idempotency_record --records "$url" --records-table Orders --no-push-down
judge keys-here --keys "$url" --keys-table idempotency_record --records records.csv
judge records-here --keys keys.csv --records "$url" --records-table Orders
in_shards() {  # NAME OPTIONS...
  name=$1
  shift
  for shard in 0 1; do "$idem" reconcile "$@" $as_of --shards 2 --shard $shard --part "$name.part$shard" >/dev/null; done
  judge "$name" "$@" --join "$name.part0" --join "$name.part1"
}
in_shards pushed-shards --keys "$url" --records "$url" --records-table Orders
in_shards merged-shards --keys "$url" --records "$url" --records-table Orders --no-push-down
in_shards mixed-shards --keys keys.csv --records "$url" --records-table Orders
grep -q "$PGPASSWORD" *.json *.ndjson && { echo "a password in a report"; exit 1; }
exit 0
