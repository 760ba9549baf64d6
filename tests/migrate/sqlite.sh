#!/bin/sh
# sqlite.sh IDEM [NODE_MODULES]: the SQLite side tables on a real database file: up, up again, down, up; claims, state
# changes, one winner; and the files of the tools that are installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
idem=$1
modules=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
db() { sqlite3 -bail -cmd '.timeout 5000' shop.db; }
fails() { echo "FAILED: $1"; exit 1; }
for profile in http inbox outbox; do
  for response in inline reference none; do
    make() { "$idem" migrate --dialect sqlite --profile $profile --response $response --name 'order "x" key' "$@"; }
    make | db; make | db; make --down | db
    [ -z "$(echo '.tables' | db)" ] || fails "$profile: down leaves something"
    make | db; make --down | db
  done
done
# What a tool's file makes is what the script makes: drivers run the first of several statements and drop the rest.
python=$(for p in /usr/bin/python3 python3; do command -v $p && break; done || true)
objects() { sqlite3 "$1" "SELECT type, name FROM sqlite_master WHERE tbl_name = 'keys' ORDER BY 1, 2"; }
"$idem" migrate --dialect sqlite --name keys | sqlite3 whole.db
files() { # TOOL UP DOWN: commands that find the files in t/migrations and the database in t/shop.db
  rm -rf t && mkdir -p t
  "$idem" migrate --dialect sqlite --name keys --tool "$1" --out-dir t/migrations >/dev/null
  eval "$2" >t/log 2>&1 || { cat t/log; fails "$1: up"; }
  [ "$(objects t/shop.db)" = "$(objects whole.db)" ] || fails "$1 made: $(objects t/shop.db)"
  eval "$3" >t/log 2>&1 || { cat t/log; fails "$1: down"; }
  [ -z "$(objects t/shop.db)" ] || fails "$1: down left: $(objects t/shop.db)"
}
files plain 'cat t/migrations/*.up.sql | sqlite3 -bail t/shop.db' 'cat t/migrations/*.down.sql | sqlite3 -bail t/shop.db'
if "$python" -c 'import alembic' 2>/dev/null; then
  files alembic '"$python" "$here/run_alembic.py" t/shop.db t/migrations head' '"$python" "$here/run_alembic.py" t/shop.db t/migrations base'
fi
if "$python" -c 'import django' 2>/dev/null; then
  files django '"$python" "$here/run_django.py" t/shop.db t/migrations ""' '"$python" "$here/run_django.py" t/shop.db t/migrations zero'
fi
dbmate=$modules/@dbmate/linux-x64/bin/dbmate
if [ -x "$dbmate" ]; then
  files dbmate '"$dbmate" --url sqlite:t/shop.db --migrations-dir t/migrations --no-dump-schema up' '"$dbmate" --url sqlite:t/shop.db --migrations-dir t/migrations --no-dump-schema rollback'
fi
"$idem" migrate --dialect sqlite --name keys --tool goose --out-dir g >/dev/null
[ "$(grep -c '^-- +goose StatementBegin' g/*.sql)" -ge 1 ] || fails 'goose would cut the trigger at its first semicolon'
"$idem" migrate --dialect sqlite --name keys | db
"$idem" migrate --dialect sqlite --name keys --snippet local >local.sql
claim() { # KEY FINGERPRINT TOKEN NOW [COMPLETE]: runs the snippet's statements up to the answer, or to completion
  { printf ".parameter init\n.parameter set :tenant \"'t'\"\n.parameter set :operation \"'op'\"\n.parameter set :key \"'%s'\"\n" "$1"
    printf ".parameter set :digest \"zeroblob(31)||x'%s'\"\n.parameter set :fingerprint \"x'%s'\"\n.parameter set :token \"'%s'\"\n" "$(printf %02x "$(printf %d "'$1")")" "$2" "$3"
    printf ".parameter set :now %s\n.parameter set :status 201\n" "$4"
    if [ "${5:-}" = complete ]; then cat local.sql; else sed '/^-- won:/,$d' local.sql; echo 'COMMIT;'; fi; } >run.sql
  sed -i "s/zeroblob(31)||x'\(..\)'/x'$(printf '00%.0s' $(seq 31))\1'/" run.sql
  sqlite3 -bail -cmd '.timeout 5000' shop.db <run.sql | grep -E '^(won|replay|mismatch|in_flight|needs_reconciliation|expired)' || true
}
expect() { [ "$2" = "$1" ] || fails "$3: expected $1, got $2"; }
expect 'won|' "$(claim a 01 t1 1000)" first
expect 'in_flight|' "$(claim a 01 t2 2000)" repeat
expect 'mismatch|' "$(claim a 02 t2 2000)" 'other meaning'
expect 'won|' "$(claim a 01 t3 400000)" 'abandoned lease'
echo "UPDATE keys SET effect_started_at = 400000;" | db
expect 'needs_reconciliation|' "$(claim a 01 t4 900000)" 'effect begun, lease over'
if echo "UPDATE keys SET state = 'FAILED_RETRYABLE';" | db 2>/dev/null; then fails 'a forbidden change passed'; fi
claim b 01 t1 1000 complete >/dev/null
expect 'replay|201' "$(claim b 01 t2 2000)" replay
expect 'mismatch|201' "$(claim b 02 t2 2000)" 'mismatch after completion'
# The statements round an outside effect: each is run, and each refuses who has lost the lease.
"$idem" migrate --dialect sqlite --name keys --snippet external >external.sql
step() { # MARK TOKEN NOW FAILED RESOLVED: the statements below a comment that begins with MARK, up to the next comment
  { printf ".parameter init\n.parameter set :tenant \"'t'\"\n.parameter set :operation \"'op'\"\n.parameter set :key \"'e'\"\n"
    printf ".parameter set :digest \"x'$(printf '0e%.0s' $(seq 32))'\"\n.parameter set :fingerprint \"x'01'\"\n.parameter set :token \"'$2'\"\n"
    printf ".parameter set :now $3\n.parameter set :status 201\n.parameter set :failed \"'$4'\"\n.parameter set :resolved \"'$5'\"\n"
    if [ "$1" = claim ]; then sed '/^-- won:/,$d' external.sql
    else awk -v mark="$1" 'index($0, "-- " mark) == 1 { on = 1; next } on && /^-- [a-z]+.*:/ { exit } on' external.sql; echo 'SELECT changes();'; fi; } >step.sql
  sqlite3 -bail -cmd '.timeout 5000' shop.db <step.sql | tail -1
}
expect 'won|' "$(step claim o1 1000 - -)" 'external: claim'
expect 1 "$(step 'won: start_effect' o1 2000 - -)" 'external: start'
expect 0 "$(step 'complete' o9 2000 - -)" 'external: completed by a stranger'
expect 1 "$(step 'mark unknown' o1 3000 - -)" 'external: unknown'
expect 'needs_reconciliation|' "$(step claim o2 4000 - -)" 'external: repeat of an unknown'
expect 1 "$(step 'resolve: surely absent' o2 5000 - -)" 'external: absent'
expect 0 "$(step 'complete' o1 6000 - -)" 'external: the old owner'
expect 1 "$(step 'fail' o2 6000 FAILED_RETRYABLE -)" 'external: failed for now'
expect 'won|' "$(step claim o3 7000 - -)" 'external: runs again'
expect 1 "$(step 'complete' o3 8000 - -)" 'external: complete'
expect 0 "$(step 'resolve: what' o3 8000 - SUCCEEDED)" 'external: nothing to resolve'
expect 'replay|201' "$(step claim o4 9000 - -)" 'external: replay'
# Many processes, one key.
for i in 1 2 3 4 5 6 7 8; do
  (sed "s/'t1'/'p$i'/; s/':key' .*/&/" run.sql >"race$i.sql"
   sed -i "s/.parameter set :key .*/.parameter set :key \"'r'\"/; s/.parameter set :token .*/.parameter set :token \"'p$i'\"/; s/.parameter set :digest .*/.parameter set :digest \"x'$(printf 'ff%.0s' $(seq 32))'\"/; s/.parameter set :fingerprint .*/.parameter set :fingerprint \"x'01'\"/" "race$i.sql"
   sqlite3 -cmd '.timeout 20000' shop.db <"race$i.sql" >"race$i.out" 2>&1) &
done
wait
expect 1 "$(cat race*.out | grep -c '^won')" 'winners of a race'
expect 7 "$(cat race*.out | grep -c '^in_flight')" 'losers of a race'
echo ok
