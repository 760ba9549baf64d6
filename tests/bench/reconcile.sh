#!/bin/sh
# How fast idem reconcile is beside the least that its job costs, on one machine in one run:
#   pushed down    against the bare FULL OUTER JOIN that counts orphans and missing rows (each side grouped first): at most 2.5 times
#   two databases  against the slower side's ordered COPY to /dev/null: at least 0.8 times as fast, below 64 MB, flat
#   CSV and CSV    against the sqlite3 shell that imports both and runs the join: at most 3 times
# ROWS (default 3000000) rows a side; the memory is measured at a third of them too. RUNS (default 3) of each, the best counts.
# idem is taken from the PATH or IDEM.
set -eu
idem=${IDEM:-idem}
rows=${ROWS:-3000000}
runs=${RUNS:-3}
if [ -z "${IN_PG:-}" ]; then
  for program in pg_virtualenv sqlite3 python3; do command -v $program >/dev/null || { echo "bench reconcile: $program is missing"; exit 0; }; done
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  IN_PG=$work pg_virtualenv -t -o fsync=off -o shared_buffers=512MB -o work_mem=256MB -o max_wal_size=8GB sh "$0"
  exit
fi
cd "$IN_PG"
psql() { command psql -q -X -v ON_ERROR_STOP=1 "$@"; }
server="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT"
options="--as-of 2026-06-01T00:00:00Z --samples 1 --fail-on none --no-progress"

# measure NAME COMMAND...: the best of the runs in seconds and the most memory in MB, in NAME_s and NAME_mb
measure() {
  name=$1
  shift
  set -- $(python3 - "$runs" "$@" <<'P'
import resource, subprocess, sys, time
best = None
for _ in range(int(sys.argv[1])):
    begin = time.monotonic()
    subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - begin
    best = took if best is None or took < best else best
print("%.2f %d" % (best, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024))
P
)
  eval "${name}_s=$1 ${name}_mb=$2"
}
ratio() { python3 -c "print('%.2f' % ($1 / $2))"; }

make() { # make DATABASE ROWS: keys and orders, one in a hundred at odds
  createdb "$1"
  psql -d "$1" -v rows="$2" <<'SQL'
CREATE TABLE idempotency_record (tenant_id text NOT NULL, operation text NOT NULL, idempotency_key text NOT NULL, state text, resource_id text, amount numeric, currency text,
  created_at timestamptz, locked_until timestamptz, completed_at timestamptz, expires_at timestamptz);
CREATE TABLE orders (id text NOT NULL, tenant_id text NOT NULL, operation text NOT NULL, idempotency_key text, order_ref text, amount_cents bigint, currency text, status text, created_at timestamptz);
INSERT INTO idempotency_record SELECT 't' || n % 7, 'order.create', md5(n::text), CASE WHEN n % 1000 = 1 THEN 'PROCESSING' ELSE 'SUCCEEDED' END, 'o-' || n, (n % 9000) / 100.0, 'EUR',
  t, t + interval '2 min', t + interval '1 s', t + interval '30 d' FROM (SELECT n, timestamptz '2026-05-10' + n % 1000000 * interval '1 s' AS t FROM generate_series(1, :rows) n) g WHERE n % 500 <> 2;
INSERT INTO orders SELECT 'o-' || n, 't' || n % 7, 'order.create', md5(n::text), 'ref-' || n, n % 9000 + CASE WHEN n % 2000 = 3 THEN 1 ELSE 0 END, 'EUR', 'paid', t + interval '1 s'
  FROM (SELECT n, timestamptz '2026-05-10' + n % 1000000 * interval '1 s' AS t FROM generate_series(1, :rows) n) g WHERE n % 400 <> 5;
ANALYZE;
SQL
}
make books "$rows"
make third $((rows / 3))
echo "reconcile, $rows rows a side"

cat >bare.sql <<'SQL'
SELECT count(*) FILTER (WHERE k.link IS NULL) AS orphans, count(*) FILTER (WHERE r.link IS NULL) AS missing
FROM (SELECT idempotency_key AS link, tenant_id, operation, count(*) FROM idempotency_record GROUP BY 1, 2, 3) k
FULL JOIN (SELECT idempotency_key AS link, tenant_id, operation, count(*) FROM orders GROUP BY 1, 2, 3) r USING (link, tenant_id, operation)
SQL
measure bare psql -d books -f bare.sql
measure pushed "$idem" reconcile --keys "$server/books" --records "$server/books" --records-table orders $options
echo "  pushed down    $pushed_s s, bare join $bare_s s: $(ratio "$pushed_s" "$bare_s") times (at most 2.5)"

copy() { measure "$1" psql -d books -o /dev/null -c "COPY (SELECT $3 FROM $2 ORDER BY idempotency_key COLLATE \"C\", operation COLLATE \"C\", tenant_id COLLATE \"C\") TO STDOUT"; }
copy keys_copy idempotency_record "*"
copy records_copy orders "*"
slower=$(python3 -c "print(max($keys_copy_s, $records_copy_s))")
createdb -T books other
createdb -T third other_third
measure small "$idem" reconcile --keys "$server/third" --records "$server/other_third" --records-table orders $options
measure merged "$idem" reconcile --keys "$server/books" --records "$server/other" --records-table orders $options
echo "  two databases  $merged_s s, slower ordered COPY $slower s: $(ratio "$slower" "$merged_s") times as fast (at least 0.8); $merged_mb MB, at a third of the rows $small_mb MB (below 64, flat)"

psql -d books -c "\\copy idempotency_record TO keys.csv CSV HEADER" -c "\\copy orders TO orders.csv CSV HEADER"
cat >join.sql <<'SQL'
.mode csv
.import keys.csv keys
.import orders.csv orders
CREATE TEMP VIEW k AS SELECT idempotency_key AS link, count(*) FROM keys GROUP BY 1;
CREATE TEMP VIEW r AS SELECT idempotency_key AS link, count(*) FROM orders GROUP BY 1;
-- As two LEFT JOINs: SQLite makes no index for a FULL JOIN and would look through one side for every row of the other.
SELECT (SELECT count(*) FROM k LEFT JOIN r ON r.link = k.link WHERE r.link IS NULL), (SELECT count(*) FROM r LEFT JOIN k ON k.link = r.link WHERE k.link IS NULL);
SQL
measure shell sh -c 'rm -f shell.db; sqlite3 shell.db <join.sql'
measure csv "$idem" reconcile --keys keys.csv --records orders.csv $options
echo "  CSV and CSV    $csv_s s, sqlite3 shell $shell_s s: $(ratio "$csv_s" "$shell_s") times (at most 3); $csv_mb MB"
