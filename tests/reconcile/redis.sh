#!/bin/sh
# Keys in Redis, as JSON strings and as hashes, give what the files give.
set -eu
idem=$1
books=$2
command -v redis-server >/dev/null && command -v redis-cli >/dev/null || exit 77
work=$(mktemp -d)
cd "$work"
redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --appendonly no --daemonize yes --pidfile "$work/redis.pid" --logfile "$work/redis.log" >/dev/null
trap 'kill "$(cat "$work/redis.pid")"; rm -rf "$work"' EXIT
as_of="--as-of 2026-06-01T00:00:00Z --outage 2026-05-22T00:00Z..2026-05-22T00:30Z"
for try in 1 2 3 4 5 6 7 8 9 10; do redis-cli -s redis.sock ping >/dev/null 2>&1 && break; sleep 0.3; done
"$books" . 3000 7
python3 - <<'PY' >commands
import csv, json, sys
def bulk(*words):
    out = ["*%d\r\n" % len(words)]
    for word in words:
        data = word.encode()
        out.append("$%d\r\n%s\r\n" % (len(data), word))
    sys.stdout.write("".join(out))
for n, row in enumerate(csv.DictReader(open("keys.csv", newline=""))):
    row = {k: v for k, v in row.items() if v != ""}
    name = "idem:%s:%s:%s" % (row["tenant_id"], row["operation"], row["idempotency_key"])
    if n % 2: bulk("SET", name, json.dumps(row, ensure_ascii=False))
    else: bulk("HSET", name, *[x for pair in row.items() for x in pair])
PY
redis-cli -s redis.sock --pipe <commands >/dev/null
redis-cli -s redis.sock set other:thing x >/dev/null
judge() {
  name=$1
  shift
  "$idem" reconcile "$@" $as_of --format json --output "$name.ndjson" >"$name.json" || [ $? = 1 ]
  "$books" check . "$name.json" || { echo "wrong: $name"; exit 1; }
  if [ -f first.ndjson ]; then cmp first.ndjson "$name.ndjson"; else cp "$name.ndjson" first.ndjson; fi
}
judge files --keys keys.csv --records records.csv
judge redis --keys "unix://$work/redis.sock" --keys-table 'idem:*' --records records.csv
