#!/bin/sh
# What goes wrong in the middle: told, exit 3, never a clean result, and nothing half-written under a final name.
set -eu
idem=$1
books=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$books" . 20000 5
fails() {  # CODE WHAT COMMAND...: exit CODE, a message that holds WHAT, no file list.ndjson nor a part of one
  wanted=$1
  what=$2
  shift 2
  code=0
  "$@" >out 2>err || code=$?
  [ "$code" = "$wanted" ] || { echo "exit $code, not $wanted: $*"; cat err; exit 1; }
  grep -q "$what" err || { echo "not told: $what"; cat err; exit 1; }
  [ -z "$(ls | grep -v -e '^keep' | grep 'list\|part')" ] || { ls; echo "left behind"; exit 1; }
  if grep -q 'same story' out; then echo "a clean result"; exit 1; fi
}
run="$idem reconcile --keys keys.csv --records records.csv --as-of 2026-06-01T00:00:00Z --output list.ndjson"
# A limit on the size of files stands for a full disk: first the temporary database, then the list.
python3 -c '
print("idempotency_key,request_fingerprint,state")
for n in range(900): print("k-%d,%s,done" % (n, "x" * 100000))' >big.csv
fails 3 'SQLite' sh -c "ulimit -f 4000; exec $idem reconcile --keys big.csv --records records.csv --as-of 2026-06-01 --output list.ndjson"
fails 3 'cannot write list.ndjson' sh -c "ulimit -f 20; exec $run"
rm big.csv
fails 3 'cannot write' "$idem" reconcile --keys keys.csv --records records.csv --as-of 2026-06-01T00:00:00Z --format csv=/dev/full
fails 2 "cannot write" "$idem" reconcile --keys keys.csv --records records.csv --as-of 2026-06-01T00:00:00Z --output /nowhere/list.ndjson
# The same of standard output.
code=0
"$idem" reconcile --keys keys.csv --records records.csv --as-of 2026-06-01T00:00:00Z >/dev/full 2>err || code=$?
[ "$code" = 3 ] || { echo "a full standard output: $code"; cat err; exit 1; }
# gzip that ends early, after thousands of good rows
gzip -c records.csv | head -c 200000 >cut.csv.gz
fails 3 'end too early' "$idem" reconcile --keys keys.csv --records cut.csv.gz --as-of 2026-06-01 --output list.ndjson
# One row in the middle that is none: told with its line, or counted.
sed '9000s/.*/a,b/' records.csv >wrong.csv
fails 3 'wrong.csv:9000: 2 fields where the header has 11' "$idem" reconcile --keys keys.csv --records wrong.csv --as-of 2026-06-01 --output list.ndjson
"$idem" reconcile --keys keys.csv --records wrong.csv --as-of 2026-06-01 --max-bad 1 --fail-on none >out
grep -q 'wrong.csv:9000: 2 fields' out
# Ctrl-C while reading: exit 3, nothing left.
mkfifo keep-fifo
"$idem" reconcile --keys keys.csv --records keep-fifo --as-of 2026-06-01 --output list.ndjson 2>err >out &
pid=$!
exec 3>keep-fifo
head -n 5 records.csv >&3
sleep 1
kill -INT $pid
exec 3>&-
code=0
wait $pid || code=$?
[ "$code" = 3 ] || [ "$code" = 130 ] || { echo "interrupted: $code"; cat err; exit 1; }
[ ! -e list.ndjson ] || { echo "a list after an interrupt"; exit 1; }
# A line of a gigabyte: bounded memory.
python3 - "$idem" <<'P'
import resource, subprocess, sys
for head in (b"id,idempotency_key\n", b'{"id":"'):
    run = subprocess.Popen([sys.argv[1], "reconcile", "--keys", "keys.csv", "--records", "-", "--column", "records.key=idempotency_key", "--as-of", "2026-06-01"],
                           stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    block = b"x" * (1 << 20)
    try:
        run.stdin.write(head)
        for _ in range(1024):
            run.stdin.write(block)
        run.stdin.write(b'"}\n')
        run.stdin.close()
    except BrokenPipeError:
        pass
    error = run.stderr.read().decode()
    code = run.wait()
    assert code == 3 and "longer than 16 MiB" in error, (code, error)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
assert most < 250, f"{most} MB"
P
