#!/bin/sh
# mysql.sh IDEM: the MySQL side tables on a MariaDB of its own, on a socket: up, up again, down, up; claims, one winner.
set -eu
idem=$1
work=$(mktemp -d)
server=
cleanup() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"; }
trap cleanup EXIT INT TERM
fails() { echo "FAILED: $1"; exit 1; }
user=$(id -un)
mariadb-install-db --no-defaults --user="$user" --datadir="$work/data" --auth-root-authentication-method=normal --skip-test-db >"$work/install.log" 2>&1 || { cat "$work/install.log"; exit 1; }
mariadbd --no-defaults --user="$user" --datadir="$work/data" --socket="$work/s" --skip-networking --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=32M --pid-file="$work/pid" >"$work/log" 2>&1 &
server=$!
db() { mariadb --no-defaults -uroot -S "$work/s" -N -B "$@"; }
n=0; until db -e 'SELECT 1' >/dev/null 2>&1; do n=$((n + 1)); [ $n -lt 240 ] || { cat "$work/log"; exit 1; }; sleep 0.25; done
db -e 'CREATE DATABASE shop'
for profile in http inbox outbox; do
  for response in inline reference none; do
    make() { "$idem" migrate --dialect mysql --profile $profile --response $response --name 'order `x` key' "$@"; }
    make | db shop; make | db shop; make --down | db shop
    [ -z "$(db shop -e 'SHOW TABLES')" ] || fails "$profile: down leaves something"
    make | db shop; make --down | db shop
  done
done
"$idem" migrate --dialect mysql --name keys_ | db shop
"$idem" migrate --dialect mysql --name keys_ --snippet local >"$work/local.sql"
claim() { # KEY FINGERPRINT TOKEN [complete]
  { echo "SET @tenant = 't', @operation = 'op', @key = '$1', @fingerprint = x'$2', @token = '$3', @status = 201;"
    if [ "${4:-}" = complete ]; then cat "$work/local.sql"; else sed '/^-- won:/,$d' "$work/local.sql"; echo 'COMMIT;'; fi; } | db shop | tr '\t' '|'
}
expect() { [ "$2" = "$1" ] || fails "$3: expected $1, got $2"; }
expect 'won|NULL' "$(claim a 01 t1)" first
expect 'in_flight|NULL' "$(claim a 01 t2)" repeat
expect 'mismatch|NULL' "$(claim a 02 t2)" 'other meaning'
db shop -e 'UPDATE keys_ SET locked_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND'
expect 'won|NULL' "$(claim a 01 t3)" 'abandoned lease'
db shop -e 'UPDATE keys_ SET locked_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND, effect_started_at = UTC_TIMESTAMP(6)'
expect 'needs_reconciliation|NULL' "$(claim a 01 t4)" 'effect begun, lease over'
expect 'won|NULL' "$(claim b 01 t1 complete)" 'to completion'
expect 'replay|201' "$(claim b 01 t2)" replay
"$idem" migrate --dialect mysql --name keys_ --snippet external >"$work/external.sql"
step() { # MARK TOKEN FAILED RESOLVED: the statements below a comment that begins with MARK, up to the next comment
  { echo "SET @tenant = 't', @operation = 'op', @key = 'e', @fingerprint = x'01', @token = '$2', @status = 201, @failed = '$3', @resolved = '$4';"
    if [ "$1" = claim ]; then sed '/^-- won:/,$d' "$work/external.sql"
    else awk -v mark="$1" 'index($0, "-- " mark) == 1 { on = 1; next } on && /^-- [a-z]+.*:/ { exit } on' "$work/external.sql" | sed '/^START TRANSACTION/d; /^COMMIT/d'
      echo 'SELECT ROW_COUNT();'; fi; } | db shop | tail -1 | tr '\t' '|'
}
expect 'won|NULL' "$(step claim o1 - -)" 'external: claim'
expect 1 "$(step 'won: start_effect' o1 - -)" 'external: start'
expect 0 "$(step 'complete' o9 - -)" 'external: completed by a stranger'
expect 1 "$(step 'mark unknown' o1 - -)" 'external: unknown'
expect 'needs_reconciliation|NULL' "$(step claim o2 - -)" 'external: repeat of an unknown'
expect 1 "$(step 'resolve: surely absent' o2 - -)" 'external: absent'
expect 0 "$(step 'complete' o1 - -)" 'external: the old owner'
expect 1 "$(step 'fail' o2 FAILED_RETRYABLE -)" 'external: failed for now'
expect 'won|NULL' "$(step claim o3 - -)" 'external: runs again'
expect 1 "$(step 'complete' o3 - -)" 'external: complete'
expect 0 "$(step 'resolve: what' o3 - SUCCEEDED)" 'external: nothing to resolve'
expect 'replay|201' "$(step claim o4 - -)" 'external: replay'
for i in 1 2 3 4 5 6 7 8; do claim race 01 "p$i" >"$work/race$i" 2>&1 & pids="${pids:-} $!"; done
for pid in $pids; do wait "$pid" || true; done
expect 1 "$(cat "$work"/race? | grep -c '^won')" 'winners of a race'
expect 7 "$(cat "$work"/race? | grep -c '^in_flight')" 'losers of a race'
echo ok
