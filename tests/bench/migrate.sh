#!/bin/sh
# migrate.sh: what `idem migrate` and its functions cost, on this machine. `idem` is on the PATH; a throw-away PostgreSQL
# comes from pg_virtualenv. ROUNDS sets the races' rounds (default 10000 a level; 64 sessions each), BUILD the folder
# with tests/idem_db_tests for them (default build/test; pgbench takes its place), CLAIMS the claims of a pgbench run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cpu() { # time of a command: hyperfine's where it is installed
  if command -v hyperfine >/dev/null; then
    command=
    for word in "$@"; do command="$command '$word'"; done
    hyperfine --shell=none --warmup 2 --runs 20 --style none --export-json "$work/times.json" "$command" >/dev/null 2>&1
    python3 -c 'import json, sys; t = json.load(open(sys.argv[1]))["results"][0]; print("%.0f ms (median of 20; %.0f to %.0f ms)" % tuple(1000 * t[k] for k in ("median", "min", "max")), end="")' "$work/times.json"
    return
  fi
  python3 - "$@" <<'PYTHON'
import resource, subprocess, sys, time
best = None
for _ in range(5):
    begin = time.monotonic()
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    taken = time.monotonic() - begin
    best = taken if best is None or taken < best else best
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{best * 1000:.0f} ms (best of 5; {(used.ru_utime + used.ru_stime) * 200:.0f} ms of CPU), {used.ru_maxrss / 1024:.0f} MB", end="")
PYTHON
}

# --- a dump of 1 MB and one of 100 MB: DDL as pg_dump writes it; the large one is mostly COPY data ---
dump() { # TABLES
  echo "SELECT pg_catalog.set_config('search_path', '', false);"
  awk -v tables="$1" 'BEGIN { for (i = 1; i <= tables; i++) {
    printf "CREATE TABLE public.t%d (\n    id bigint NOT NULL,\n    tenant_id uuid NOT NULL,\n    number character varying(40),\n    amount numeric(12,2) DEFAULT 0 NOT NULL,\n    state text,\n    created_at timestamp without time zone NOT NULL,\n    updated_at timestamp without time zone NOT NULL\n);\n\n", i
    printf "ALTER TABLE ONLY public.t%d\n    ADD CONSTRAINT t%d_pkey PRIMARY KEY (id);\n\n", i, i
    printf "CREATE UNIQUE INDEX t%d_number ON public.t%d USING btree (tenant_id, number);\nCREATE INDEX t%d_created ON public.t%d USING btree (created_at);\n\n", i, i, i, i } }'
}
dump 2050 >"$work/one.sql"
echo "schema of $(wc -c <"$work/one.sql") bytes, 2050 tables: $(cpu idem migrate --schema "$work/one.sql" --table t7)"
{ cat "$work/one.sql"; echo 'COPY public.t1 (id, tenant_id, number) FROM stdin;'
  awk 'BEGIN { for (i = 0; i < 1500000; i++) printf "%d\t00000000-0000-0000-0000-%012d\tnumber %d\n", i, i, i }'; echo '\.'; } >"$work/data.sql"
echo "dump of $(wc -c <"$work/data.sql") bytes with data: $(cpu idem migrate --schema "$work/data.sql" --table t7)"
rm "$work/data.sql"

command -v pg_virtualenv >/dev/null || { echo "pg_virtualenv is not here: no server, no further measurements"; exit 0; }

# --- claim against the bare INSERT ... ON CONFLICT of the same row ---
# Both in turn, at random, in one session: whatever else runs here slows both alike. The median transaction of each, and
# of five runs the median ratio.
cat >"$work/claims.sh" <<'INNER'
set -eu
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
bench=$(ls /usr/lib/postgresql/*/bin/pgbench 2>/dev/null | tail -1)
idem migrate | psql -X -q
psql -X -q -c 'CREATE SEQUENCE n CACHE 100'
cat >claim.pgbench <<'SQL'
SELECT outcome, owner_token FROM idempotency_record_claim('acme', 'POST /orders', 'k' || nextval('n'), '\x0102');
SQL
cat >bare.pgbench <<'SQL'
INSERT INTO idempotency_record (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, state, owner_token, locked_until, expires_at)
SELECT 'acme', 'POST /orders', sha256(convert_to(k, 'UTF8')), k, '\x0102', 'PROCESSING', gen_random_uuid(), clock_timestamp() + interval '5 min', clock_timestamp() + interval '1 day'
FROM (SELECT 'k' || nextval('n') AS k OFFSET 0) s ON CONFLICT (tenant_id, operation, key_digest) DO NOTHING;
SQL
median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
for commit in on off; do # off: a commit does not wait for the disk, so that the server's own work is what is compared
  rm -f runs
  for run in 1 2 3 4 5; do
    psql -X -q -c 'TRUNCATE idempotency_record' -c CHECKPOINT
    rm -f each.*
    PGOPTIONS="$PGOPTIONS -c synchronous_commit=$commit" "$bench" -n -M prepared -c 1 -t "${CLAIMS:-10000}" -l --log-prefix=each \
      -f bare.pgbench -f claim.pgbench >/dev/null 2>&1
    bare=$(cat each.* | awk '$4 == 0 { print $3 }' | median)
    claim=$(cat each.* | awk '$4 == 1 { print $3 }' | median)
    awk -v bare="$bare" -v claim="$claim" 'BEGIN { printf "%.3f %d %d\n", claim / bare, claim, bare }' >>runs
  done
  sort -n runs | awk -v commit=$commit '{ ratio[NR] = $1; claim[NR] = $2; bare[NR] = $3 } END {
    m = int((NR + 1) / 2)
    printf "claim %d us, bare INSERT ... ON CONFLICT %d us: %.2f times, %.2f to %.2f in %d runs (synchronous_commit %s; aim: at most 1.5)\n",
      claim[m], bare[m], ratio[m], ratio[1], ratio[NR], NR, commit }'
done
INNER
(cd "$work" && pg_virtualenv -t -o fsync=on sh "$work/claims.sh" | grep -v cluster)

# --- races: 64 sessions, one winner a key, at each isolation level ---
# SERIALIZABLE sessions record their conflicts in a pool sized by max_connections. In a table so small that all keys share
# a few pages of the index every claim conflicts with every other, and the pool runs out (53200) as soon as one session
# pauses; so pgbench, whose sessions run free, finds 200,000 keys in the table.
races="pg_virtualenv -t -o fsync=off -o max_connections=600"
tests=$root/${BUILD:-build/test}/tests/idem_db_tests
if [ -x "$tests" ]; then # all 64 set off at once, in every round
  $races env IDEM_RACE_ROUNDS="${ROUNDS:-10000}" "$tests" '[one-winner]' | grep -v cluster
  exit 0
fi
# Without the test program: pgbench sends the same keys through all sessions, each as fast as it can.
cat >"$work/races.sh" <<'INNER'
set -eu
export PGDATABASE=postgres
bench=$(ls /usr/lib/postgresql/*/bin/pgbench 2>/dev/null | tail -1)
idem migrate | PGOPTIONS='-c client_min_messages=warning' psql -X -q
psql -X -q -c 'CREATE TABLE wins (key text)' -c "INSERT INTO idempotency_record (tenant_id, operation, key_digest, request_fingerprint, state, completed_at, expires_at)
  SELECT 't', 'op', sha256(i::text::bytea), '\\x01', 'SUCCEEDED', now(), now() + interval '1 day' FROM generate_series(1, 200000) i"
for level in 'read committed' 'repeatable read' serializable; do
  cat >race.pgbench <<SQL
WITH c AS (SELECT outcome FROM idempotency_record_claim('t', 'op', '$(echo "$level" | tr ' ' -)-' || :round::text, '\x01'))
INSERT INTO wins SELECT :round::text FROM c WHERE outcome = 'won';
\set round :round + 1
SQL
  psql -X -q -c 'TRUNCATE wins'
  PGOPTIONS="-c default_transaction_isolation=$(echo "$level" | sed 's/ /\\ /')" "$bench" -n -M prepared -c 64 -j 2 -t "$ROUNDS" -D round=0 --max-tries=10000 -f race.pgbench >out 2>&1 ||
    { grep -m3 -i error out; exit 1; }
  psql -X -At -v level="$level" -v rounds="$ROUNDS" <<'SQL'
SELECT format('%s: %s rounds of 64 sessions, %s winners, %s of them twice%s', :'level', :rounds, count(*), count(*) - count(DISTINCT key),
  CASE WHEN count(*) <> :rounds THEN ': WRONG' END) FROM wins;
SQL
  sed -n 's/^number of transactions retried: /  retried after a serialization failure: /p' out
done
INNER
cd "$work"
ROUNDS="${ROUNDS:-10000}" $races sh races.sh | grep -v cluster | tee races.out
[ "$(grep -c ' 0 of them twice$' races.out)" = 3 ]
