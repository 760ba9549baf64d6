#!/bin/sh
# --recheck: what is gone after the settle time does not count, nor does what only came meanwhile; Ctrl-C ends the waiting.
set -eu
idem=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
head='idempotency_key,state,resource_id,created_at,completed_at'
row() { echo "$1,SUCCEEDED,o-$1,2026-05-01T10:00:00Z,2026-05-01T10:00:01Z"; }
{ echo $head; row stays; row heals; row matched; } >keys.csv
{ echo id,idempotency_key,created_at; echo o-matched,matched,2026-05-01T10:00:00Z; } >orders.csv
begin() {  # SETTLE
  "$idem" reconcile --keys keys.csv --records orders.csv --as-of 2026-06-01 --settle "$1" --recheck --show-keys --output list.ndjson >out 2>err &
  pid=$!
  for try in $(seq 100); do
    if grep -q 'looking again' err; then break; fi
    sleep 0.1
  done
  grep -q '^idem: 2 discrepancies; looking again in' err || { cat err; exit 1; }
}
begin 4s
# The lost order arrives late; another key loses its own only now.
echo o-heals,heals,2026-05-01T10:00:00Z >>orders.csv
row new >>keys.csv
code=0
wait $pid || code=$?
[ $code = 1 ] || { echo "exit $code"; cat err; exit 1; }
grep -q '4 keys = 2 matched + 1 settling + 1 lost-effect' out || { cat out; exit 1; }
[ "$(wc -l <list.ndjson)" = 1 ] && grep -q '"key":"stays"' list.ndjson || { cat list.ndjson; exit 1; }
rm list.ndjson
{ echo $head; row stays; row heals; row matched; } >keys.csv
{ echo id,idempotency_key,created_at; echo o-matched,matched,2026-05-01T10:00:00Z; } >orders.csv
begin 10m
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 3 ] || { echo "Ctrl-C while waiting: $code"; cat err; exit 1; }
[ ! -e list.ndjson ] || { echo "a list after Ctrl-C"; exit 1; }
# Nothing found: no waiting.
{ echo $head; row matched; } >keys.csv
timeout 60 "$idem" reconcile --keys keys.csv --records orders.csv --as-of 2026-06-01 --settle 10m --recheck >out 2>err
[ ! -s err ] || { cat err; exit 1; }
code=0
"$idem" reconcile --keys - --records orders.csv --recheck <keys.csv >out 2>err || code=$?
[ $code = 2 ] && grep -q 'standard input' err || { echo "standard input twice: $code"; exit 1; }
