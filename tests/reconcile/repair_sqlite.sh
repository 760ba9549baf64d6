#!/bin/sh
# Repairs for keys in SQLite: each changes its one row, and nothing once the data has moved on.
set -eu
idem=$1
books=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$books" . 2000 3
load() {
  rm -f books.db
  printf '.mode csv\n.import keys.csv idempotency_record\n.import records.csv orders\n' | sqlite3 books.db
  for column in resource_id completed_by locked_until effect_started_at completed_at expires_at; do
    sqlite3 books.db "UPDATE idempotency_record SET $column = NULL WHERE $column = ''"
  done
  sqlite3 books.db "UPDATE orders SET idempotency_key = NULL WHERE idempotency_key = ''"
}
state() { sqlite3 books.db .dump | sort | md5sum; }
sources="--keys sqlite:books.db --records sqlite:books.db --records-table orders --as-of 2026-06-01T00:00:00Z"
load
"$idem" reconcile $sources --repair-sql repair.sql >/dev/null || [ $? = 1 ]
before=$(state)
changed=$(sqlite3 books.db <repair.sql | grep -c '^1$')
# stuck-effect-done 16, unknown-resolvable 9, stuck-no-effect 15, processing outcome-unknown 6; no end is written here
[ "$changed" = 46 ] || { echo "changed $changed"; exit 1; }
again=$(sqlite3 books.db <repair.sql | grep -c '^1$') || true
[ "$again" = 0 ] || { echo "changed twice"; exit 1; }
"$idem" reconcile $sources --format json >after.json || [ $? = 1 ]
for class in stuck-effect-done stuck-no-effect unknown-resolvable; do
  grep -q "\"class\": \"$class\"" after.json && { echo "still there: $class"; exit 1; }
done
# A renewed lease, another owner, another state: each alone is enough to leave a row alone.
for moved in "locked_until = '2026-06-01T00:05:00Z'" "owner_token = 'somebody-else'" "state = 'MANUAL_REVIEW'"; do
  load
  [ "$(state)" = "$before" ] || { echo "not the same books"; exit 1; }
  sqlite3 books.db "UPDATE idempotency_record SET $moved"
  now=$(state)
  sqlite3 books.db <repair.sql >/dev/null
  [ "$(state)" = "$now" ] || { echo "changed after $moved"; exit 1; }
done
