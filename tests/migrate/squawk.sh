#!/bin/sh
# squawk.sh IDEM SQUAWK: every kind of generated PostgreSQL file passes squawk. Down files are left out: dropping our own
# table is what they are for, and ban-drop-table says so. No other rule is switched off.
set -eu
idem=$1
squawk=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
for profile in http agent action inbox outbox workflow; do
  "$idem" migrate --profile $profile >"$work/$profile.sql"
  "$idem" migrate --profile $profile --functions none --response reference --target-schema 'My "infra"' --name 'Order; --' \
    --owner-role 'the owner' --app-role app --tenant-type uuid >"$work/$profile-odd.sql"
done
"$idem" migrate --partition hash --hash-partitions 3 >"$work/hash.sql"
"$idem" migrate --partition narrow --app-role app --with pg_cron --with pg_partman >"$work/narrow.sql"
"$idem" migrate --security definer --app-role app --tenant-type bigint --response none >"$work/definer.sql"
"$squawk" "$work"/*.sql
# Down files: ban-drop-table is about dropping somebody's table; this one is ours.
"$idem" migrate --partition narrow --down >"$work/down.txt"
"$squawk" --exclude ban-drop-table --stdin-filepath down.sql <"$work/down.txt"
# A natural key, a file at a time. Two rules are wrong about the files outside a transaction: a timeout would end the wait
# of a concurrent build and leave an INVALID index (the tools' own files set both to 0 round it). One is wrong about the
# parent of partitions: its index cannot be built concurrently, and ON ONLY builds nothing.
printf 'CREATE TABLE orders (id bigint PRIMARY KEY, number text);\nCREATE TABLE ledger (id bigint, at date NOT NULL, ref text NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);\nCREATE TABLE ledger_1 PARTITION OF ledger DEFAULT;\n' >"$work/shop.txt"
for key in 'orders(number)' 'ledger(ref, at)'; do
  "$idem" migrate --schema "$work/shop.txt" --natural-key "$key" --tool golang-migrate --out-dir "$work/files" >/dev/null 2>&1
done
for file in "$work"/files/*.up.sql; do
  case $file in
    *_leftover.up.sql | *ledger_ref_at_natural_key_1.up.sql | *create_orders_number_natural_key.up.sql) exclude=require-lock-timeout,require-statement-timeout ;;
    *create_ledger_ref_at_natural_key.up.sql) exclude=require-concurrent-index-creation ;;
    *) exclude= ;;
  esac
  "$squawk" ${exclude:+--exclude "$exclude"} "$file"
done
echo 'CREATE TABLE t (id int); ALTER TABLE u ADD COLUMN c int NOT NULL;' >"$work/bad.sql"
if "$squawk" "$work/bad.sql" >/dev/null 2>&1; then
  echo "squawk finds nothing in a file that is bad: it does not work here"
  exit 1
fi
