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
"$squawk" "$work"/*.sql
echo 'CREATE TABLE t (id int); ALTER TABLE u ADD COLUMN c int NOT NULL;' >"$work/bad.sql"
if "$squawk" "$work/bad.sql" >/dev/null 2>&1; then
  echo "squawk finds nothing in a file that is bad: it does not work here"
  exit 1
fi
