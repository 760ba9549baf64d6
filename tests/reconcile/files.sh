#!/bin/sh
# CSV, NDJSON, gzip and SQLite, alone and mixed, give the same counts and the same list of discrepancies.
set -eu
idem=$1
here=$(cd "$(dirname "$0")" && pwd)
books=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
as_of="--as-of 2026-06-01T00:00:00Z --outage 2026-05-22T00:00Z..2026-05-22T00:30Z"
judge() {  # NAME OPTIONS...: the report must be as expected, the list the same as that of the first run
  name=$1
  shift
  "$idem" reconcile "$@" $as_of --format json --output "$name.ndjson" >"$name.json" || [ $? = 1 ]
  "$books" check . "$name.json" || { echo "wrong: $name"; exit 1; }
  if [ -f first.ndjson ]; then cmp first.ndjson "$name.ndjson" || { echo "another list: $name"; exit 1; }; else cp "$name.ndjson" first.ndjson; fi
}
"$books" . "${PAIRS:-50000}" 7
judge csv --keys keys.csv --records records.csv
gzip -k keys.csv
to_json='import csv,json,sys
for row in csv.DictReader(sys.stdin): print(json.dumps({k:(v if v!="" else None) for k,v in row.items()},ensure_ascii=False))'
python3 -c "$to_json" <records.csv >records.ndjson
judge mixed --keys keys.csv.gz --records records.ndjson
printf '.mode csv\n.import keys.csv idempotency_record\n.import records.csv orders\n' | sqlite3 books.db
# .import stores empty text where the file has nothing
for column in resource_id completed_by locked_until effect_started_at completed_at expires_at; do
  sqlite3 books.db "UPDATE idempotency_record SET $column = NULL WHERE $column = ''"
done
sqlite3 books.db "UPDATE orders SET idempotency_key = NULL WHERE idempotency_key = ''"
judge sqlite --keys sqlite:books.db --records sqlite:books.db --records-table orders
judge stdin --keys - --records sqlite:books.db --records-table orders <keys.csv

# Three workers, each with its share of the keys, and one that judges what they left.
in_shards() {  # NAME OPTIONS...
  name=$1
  shift
  for shard in 0 1 2; do "$idem" reconcile "$@" $as_of --shards 3 --shard $shard --part "$name.part$shard" >/dev/null; done
  judge "$name" "$@" --join "$name.part2" --join "$name.part0" --join "$name.part1"
}
in_shards shards --keys keys.csv --records records.csv
"$idem" reconcile --keys keys.csv --records records.csv $as_of --join shards.part0 --join shards.part1 2>lacking && exit 1
grep -q 'shard 0 of 3, but 2 parts are given' lacking
"$idem" reconcile --keys keys.csv --records records.csv $as_of --settle 1h --join shards.part0 --join shards.part1 --join shards.part2 2>other && exit 1
grep -q 'made with other columns or settings' other

# The statement for SQLite, run by its own shell, finds the same numbers.
"$idem" reconcile --keys sqlite:books.db --records sqlite:books.db --records-table orders $as_of --retention 30d --emit-sql sqlite >statement.sql
sqlite3 -json -cmd '.read /dev/null' books.db <statement.sql >rows.json
python3 "$here/check_rows.py" expected.txt rows.json

# The further witnesses: provider, events, executions.
rm -f first.ndjson
"$books" . 3000 11 witnesses
judge witnesses --keys keys.csv --records records.csv --provider provider.csv --events events.csv --executions executions.csv
