#!/bin/sh
# care.sh IDEM (inside pg_virtualenv, with pg_cron preloaded): pg_cron and pg_partman look after a side table, and leave
# nothing behind when it goes.
set -eu
idem=$1
case $idem in /*) ;; *) idem=$PWD/$idem ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }
fails() { echo "FAILED: $1"; exit 1; }
expect() { [ "$2" = "$1" ] || fails "$3: expected '$1', got '$2'"; }
name='Order keys'
make() { "$idem" migrate --name "$name" --partition narrow --with pg_cron --with pg_partman "$@" 2>/dev/null; }

# Without the extensions: a clear refusal, and the table stands.
make >up.sql
if out=$(sql -f up.sql 2>&1); then fails 'no refusal without pg_partman'; fi
case $out in *'pg_partman is not installed'*'CREATE EXTENSION pg_partman'*) ;; *) fails "refusal: $out" ;; esac
make --down | sql
sql -c 'CREATE EXTENSION pg_cron' -c 'CREATE SCHEMA partman' -c 'CREATE EXTENSION pg_partman SCHEMA partman'
before=$(sql -c "SELECT count(*) FROM pg_class WHERE relnamespace::regnamespace::text NOT IN ('pg_catalog', 'pg_toast')")
sql -f up.sql >/dev/null
sql -f up.sql >/dev/null
expect 2 "$(sql -c "SELECT count(*) FROM cron.job WHERE jobname LIKE 'idem %'")" 'jobs of pg_cron'
parent="'public.\"$(printf %s "$name" | sed "s/'/''/g; s/\"/\"\"/g")_response\"'"
days() { sql -c "SELECT count(*), bool_or(pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $parent::regclass"; }
case $(days) in *'|f') ;; *) fails "a default partition stayed: $(days)" ;; esac
[ "$(days | cut -d'|' -f1)" -ge 8 ] || fails "days made ahead: $(days)"
out=$("$idem" migrate check --db '') || fails "check: $out"
case $out in *'complete, valid and current'*) ;; *) fails "check: $out" ;; esac
# A day whose responses have ended goes with the maintenance, and a missing day is made.
table="public.\"$(printf %s "$name" | sed 's/"/""/g')\""
expect won "$(sql -c "SELECT outcome FROM public.\"$(printf %s "$name" | sed 's/"/""/g')_claim\"('t', 'o', 'k', '\x01')")" claim
sql -c "UPDATE partman.part_config SET premake = 9" -c "SELECT partman.run_maintenance()" >/dev/null
[ "$(days | cut -d'|' -f1)" -ge 10 ] || fails "maintenance made no day: $(days)"
# What pg_cron would call, called by hand: it must be one statement that works.
sql -c "SELECT command FROM cron.job WHERE jobname LIKE 'idem %' ORDER BY 1" | while read -r command; do sql -c "$command" >/dev/null; done
if [ "${IDEM_WAIT_FOR_CRON:-}" = 1 ]; then # up to a minute
  n=0
  until [ "$(sql -c "SELECT count(*) FROM cron.job_run_details WHERE status = 'succeeded'")" -ge 2 ]; do
    n=$((n + 1)); [ $n -lt 75 ] || fails "pg_cron ran nothing: $(sql -c 'SELECT * FROM cron.job_run_details')"; sleep 1
  done
fi
make --down | sql
expect 0 "$(sql -c 'SELECT count(*) FROM cron.job')" 'jobs left'
expect 0 "$(sql -c 'SELECT count(*) FROM partman.part_config')" 'pg_partman still knows the table'
expect "$before" "$(sql -c "SELECT count(*) FROM pg_class WHERE relnamespace::regnamespace::text NOT IN ('pg_catalog', 'pg_toast')")" 'objects left'
make --down | sql
if "$idem" migrate --name "it's" --partition narrow --with pg_partman >/dev/null 2>&1; then fails 'pg_partman cannot quote'; fi
for profile in http agent inbox outbox workflow; do
  "$idem" migrate --profile $profile --name 'Or'"'"'d"er $ %I keys' --with pg_cron 2>/dev/null | sql >/dev/null
  sql -c "SELECT command FROM cron.job" | while read -r command; do sql -c "$command" >/dev/null; done
  "$idem" migrate --profile $profile --name 'Or'"'"'d"er $ %I keys' --with pg_cron --down 2>/dev/null | sql
  expect 0 "$(sql -c 'SELECT count(*) FROM cron.job')" "$profile: jobs left"
done
if "$idem" migrate --profile action --with pg_cron >/dev/null 2>&1; then fails 'approved actions are not deleted by schedule'; fi
echo ok
