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
# Values in every form that a server sends them in are the same through a file.
psql -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE odd_keys (idempotency_key bigint, state text, resource_id uuid, attempts smallint, amount numeric, currency char(3), created_at timestamptz, locked_until timestamp, completed_at timestamptz, expires_at date, tombstone bool);
INSERT INTO odd_keys SELECT n, CASE WHEN n % 3 = 0 THEN 'PROCESSING' ELSE 'SUCCEEDED' END, CASE WHEN n % 2 = 0 THEN 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid END, 1, amount, 'EUR', created, '2026-05-01 10:00', created + interval '1 s', '2026-09-01', n % 2 = 0
  FROM (SELECT row_number() OVER () AS n, * FROM unnest(ARRAY[0, -0.5, 0.0001, 1e-20, 10000, 99990000, 100000000.5, 12345678901234567890.123456789, -10000.00010, 1.500, 4096, 'NaN', NULL]::numeric[]) amount,
    unnest(ARRAY['2026-05-01 10:00:00.000001+02', '1999-12-31 23:59:59.999999+00', '2000-01-01 00:00+00', '1969-07-20 20:17:40+00', 'infinity', NULL]::timestamptz[]) created) g;
CREATE TABLE odd_records (id uuid, idempotency_key bigint, amount numeric, currency text, created_at timestamptz);
INSERT INTO odd_records SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12', idempotency_key, amount + 1, 'EUR', created_at FROM odd_keys;
\copy odd_keys TO odd_keys.csv CSV HEADER
\copy odd_records TO odd_records.csv CSV HEADER
SQL
list() {  # FILE OPTIONS...
  list_file=$1
  shift
  "$idem" reconcile "$@" --as-of 2026-06-01 --show-keys --output "$list_file" >/dev/null || [ $? = 1 ]
}
list odd-files.ndjson --keys odd_keys.csv --records odd_records.csv
list odd-merged.ndjson --keys "$url" --keys-table odd_keys --records "$url" --records-table odd_records --no-push-down
list odd-mixed.ndjson --keys "$url" --keys-table odd_keys --records odd_records.csv
list odd-pushed.ndjson --keys "$url" --keys-table odd_keys --records "$url" --records-table odd_records
[ "$(wc -l <odd-files.ndjson)" = 76 ] || { echo "odd values: not every one is told"; exit 1; }
grep -q 'key 12345678901234567890.123456789, record 12345678901234567891.123456789' odd-files.ndjson
for other in merged mixed pushed; do cmp odd-files.ndjson "odd-$other.ndjson" || { diff odd-files.ndjson "odd-$other.ndjson" | head -4; echo "other values: $other"; exit 1; }; done
# More intentions that occur again than a filter of fixed size keeps: the sides are read once more.
psql -q -v ON_ERROR_STOP=1 <<'SQL'
CREATE TABLE many_keys AS SELECT 'k-' || n AS idempotency_key, 'SUCCEEDED' AS state, 'o-' || n AS resource_id, timestamptz '2026-05-01 10:00+00' AS created_at FROM generate_series(1, 102000) n;
CREATE TABLE many_records AS SELECT 'o-' || n AS id, 'k-' || n AS idempotency_key, CASE WHEN n > 1000 THEN 'ref-' || n / 2 ELSE 'only-' || n END AS order_ref, timestamptz '2026-05-01 10:00+00' AS created_at FROM generate_series(1, 102000) n;
SQL
many="--keys-table many_keys --records $url --records-table many_records"
list many-merged.ndjson --keys "$url" $many --no-push-down
[ "$(wc -l <many-merged.ndjson)" = 50499 ] || { echo "repeated intentions: not every one is told"; exit 1; }
# As many suspects, of which the server's planner knows nothing, do not make it go through all for each.
timeout 120 "$idem" reconcile --keys "$url" $many --as-of 2026-06-01 --show-keys --output many-pushed.ndjson >/dev/null || [ $? = 1 ]
cmp many-pushed.ndjson many-merged.ndjson || { echo "other repeated intentions"; exit 1; }
list some-merged.ndjson --keys "$url" $many --records-where "created_at > '2000-01-01' AND (substr(id, 3)::int BETWEEN 900 AND 2000)" --keys-where "substr(idempotency_key, 3)::int BETWEEN 900 AND 2000" --no-push-down
[ "$(wc -l <some-merged.ndjson)" = 499 ] || { wc -l some-merged.ndjson; echo "some repeated intentions: not every one is told"; exit 1; }
grep -q "$PGPASSWORD" *.json *.ndjson && { echo "a password in a report"; exit 1; }
exit 0
