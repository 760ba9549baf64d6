#!/bin/sh
# migrate.sh: what `idem migrate` and its functions cost, on this machine. `idem` is on the PATH; a throw-away PostgreSQL
# comes from pg_virtualenv. ROUNDS sets the races' rounds (default 10000 a level; 64 sessions each), BUILD the folder
# with tests/idem_db_tests for them (default build/test), SECONDS_EACH the length of a pgbench run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cpu() { # user and system seconds of a command
  /usr/bin/env time -f '%U %S %M' "$@" >/dev/null 2>"$work/time" || { cat "$work/time"; exit 1; }
  tail -1 "$work/time" | awk '{ printf "%.0f ms of CPU, %.0f MB", ($1 + $2) * 1000, $3 / 1024 }'
}

# --- a dump of 1 MB and one of 100 MB: DDL as pg_dump writes it; the large one is mostly COPY data ---
dump() { # TABLES
  echo "SELECT pg_catalog.set_config('search_path', '', false);"
  awk -v tables="$1" 'BEGIN { for (i = 1; i <= tables; i++) {
    printf "CREATE TABLE public.t%d (\n    id bigint NOT NULL,\n    tenant_id uuid NOT NULL,\n    number character varying(40),\n    amount numeric(12,2) DEFAULT 0 NOT NULL,\n    state text,\n    created_at timestamp without time zone NOT NULL,\n    updated_at timestamp without time zone NOT NULL\n);\n\n", i
    printf "ALTER TABLE ONLY public.t%d\n    ADD CONSTRAINT t%d_pkey PRIMARY KEY (id);\n\n", i, i
    printf "CREATE UNIQUE INDEX t%d_number ON public.t%d USING btree (tenant_id, number);\nCREATE INDEX t%d_created ON public.t%d USING btree (created_at);\n\n", i, i, i, i } }'
}
dump 1850 >"$work/one.sql"
echo "schema of $(wc -c <"$work/one.sql") bytes, 1850 tables: $(cpu idem migrate --schema "$work/one.sql" --table t7)"
{ cat "$work/one.sql"; echo 'COPY public.t1 (id, tenant_id, number) FROM stdin;'
  awk 'BEGIN { for (i = 0; i < 1500000; i++) printf "%d\t00000000-0000-0000-0000-%012d\tnumber %d\n", i, i, i }'; echo '\.'; } >"$work/data.sql"
echo "dump of $(wc -c <"$work/data.sql") bytes with data: $(cpu idem migrate --schema "$work/data.sql" --table t7)"
rm "$work/data.sql"

command -v pg_virtualenv >/dev/null || { echo "pg_virtualenv is not here: no server, no further measurements"; exit 0; }

# --- claim against the bare INSERT ... ON CONFLICT of the same row ---
cat >"$work/claims.sh" <<'INNER'
set -eu
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
bench=$(ls /usr/lib/postgresql/*/bin/pgbench 2>/dev/null | tail -1)
idem migrate | psql -X -q
cat >claim.pgbench <<'SQL'
SELECT outcome, owner_token FROM idempotency_record_claim('acme', 'POST /orders', 'k' || nextval('n'), '\x0102');
SQL
cat >bare.pgbench <<'SQL'
INSERT INTO idempotency_record (tenant_id, operation, key_digest, idempotency_key, request_fingerprint, state, owner_token, locked_until, expires_at)
SELECT 'acme', 'POST /orders', sha256(convert_to(k, 'UTF8')), k, '\x0102', 'PROCESSING', gen_random_uuid(), clock_timestamp() + interval '5 min', clock_timestamp() + interval '1 day'
FROM (SELECT 'k' || nextval('n') AS k OFFSET 0) s ON CONFLICT (tenant_id, operation, key_digest) DO NOTHING;
SQL
for round in 1 2 3; do
  for kind in bare claim; do
    psql -X -q -c 'DROP SEQUENCE IF EXISTS n; CREATE SEQUENCE n CACHE 100; TRUNCATE idempotency_record; VACUUM'
    "$bench" -n -M prepared -c 1 -T "${SECONDS_EACH:-10}" -f $kind.pgbench 2>/dev/null | sed -n 's/^latency average = \([0-9.]*\) ms/\1/p' >>$kind.ms
  done
done
median() { sort -n "$1" | sed -n 2p; }
awk -v bare="$(median bare.ms)" -v claim="$(median claim.ms)" 'BEGIN { printf "claim %s ms, bare INSERT ... ON CONFLICT %s ms: %.2f times (aim: at most 1.5)\n", claim, bare, claim / bare }'
INNER
(cd "$work" && pg_virtualenv -t -o fsync=on sh "$work/claims.sh" | grep -v cluster)

# --- races ---
tests=$root/${BUILD:-build/test}/tests/idem_db_tests
if [ -x "$tests" ]; then
  pg_virtualenv -t -o fsync=off -o max_connections=120 env IDEM_RACE_ROUNDS="${ROUNDS:-10000}" "$tests" '[http-races]' | grep -v cluster
else
  echo "no $tests: build it with ./setup test, then the races run too"
fi
