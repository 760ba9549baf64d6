#!/bin/sh
# tools.sh IDEM NODE_MODULES psql|own (inside pg_virtualenv): the files of every tool on a real server: up, up again, down, up. A tool
# that is installed runs its own files; for one that is not, what it would send is cut out of its file and sent by psql in
# the same way (one transaction, or none). "psql" runs those psql can send, "own" those that need the tool itself.
set -eu
idem=$1
modules=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export PGDATABASE=postgres PGOPTIONS='-c client_min_messages=warning'
sql() { psql -X -q -v ON_ERROR_STOP=1 "$@"; }
state() { sql -At -c "SELECT count(*) FROM pg_class WHERE relname ~ '$2'" -d "$1"; }
python=$(for p in /usr/bin/python3 python3; do command -v $p && break; done || true)

# check TOOL DATABASE UP DOWN: shell functions by name.
check() {
  tool=$1 db=$2
  for step in up up down up; do
    if ! "$tool_fn"_$step "$db" >"$work/out" 2>&1; then
      echo "FAILED: $tool ($how), $table: $step"; cat "$work/out"; exit 1
    fi
    want=1; [ $step = down ] && want=0
    [ "$(sql -At -d "$db" -c "SELECT count(*) FROM pg_class WHERE oid = to_regclass('$class')")" = $want ] || {
      echo "FAILED: $tool ($how), $table: after $step the table is not as it should be"; exit 1; }
  done
  echo "ok: $tool ($how), $profile $table"
}

each_name() {
  for profile in http action; do
    for table in plain odd; do
      # A tool whose names come out right in one profile gets them right in the other: two of the four suffice.
      case $profile-$table in http-plain | action-odd) continue ;; esac
      case $table in
        plain) schema=public name=side_$profile ;;
        odd) schema='My "infra" :x %s' name="Or'd\\er ? ; \$1 \`é" ;;
      esac
      class=$(printf '"%s"."%s"' "$(printf %s "$schema" | sed 's/"/""/g')" "$(printf %s "$name" | sed 's/"/""/g')" | sed "s/'/''/g")
      db=$(echo "t_$1_${profile}_$table" | tr -c 'a-z0-9_\n' '_')
      if [ "$how" = psql ]; then db=postgres; else createdb "$db"; fi # the tools keep notes in a database of their own
      dir=$work/$1/$profile-$table/migrations
      mkdir -p "$dir"
      (cd "$work" && "$idem" migrate --tool "$1" --profile $profile --target-schema "$schema" --name "$name" --out-dir "$dir" >/dev/null)
      if (cd "$work" && "$idem" migrate --tool "$1" --profile $profile --target-schema "$schema" --name "$name" --out-dir "$dir" >/dev/null 2>&1); then
        echo "FAILED: $1 writes the same migration twice"; exit 1
      fi
      check "$1" "$db"
      if [ "$how" = psql ]; then "${tool_fn}_down" "$db" >/dev/null; fi
    done
  done
}

# --- what psql can send by itself ---
plain_up() { sql -d "$1" -f "$dir"/*.up.sql; }
plain_down() { sql -d "$1" -f "$dir"/*.down.sql; }
flyway_up() { sql -1 -d "$1" -f "$dir"/V*.sql; }
flyway_down() { sql -1 -d "$1" -f "$dir"/U*.sql; }
liquibase_up() { grep -v '^--rollback' "$dir"/*.sql | sql -1 -d "$1"; }
liquibase_down() { sed -n 's/^--rollback //p' "$dir"/*.sql | sql -1 -d "$1"; }
goose_up() { sed -n '/^-- +goose Up/,/^-- +goose Down/p' "$dir"/*.sql | sql -1 -d "$1"; }
goose_down() { sed -n '/^-- +goose Down/,$p' "$dir"/*.sql | sql -1 -d "$1"; }
dbmate_up() { sed -n '/^-- migrate:up/,/^-- migrate:down/p' "$dir"/*.sql | sql -1 -d "$1"; }
dbmate_down() { sed -n '/^-- migrate:down/,$p' "$dir"/*.sql | sql -1 -d "$1"; }
prisma_up() { sql -d "$1" -f "$dir"/*/migration.sql; }
prisma_down() { (cd "$work" && "$idem" migrate --profile $profile --target-schema "$schema" --name "$name" --down) | sql -d "$1"; }
if [ "$3" = psql ]; then
how=psql
tool_fn=plain; each_name plain; each_name golang-migrate
for tool in flyway liquibase goose dbmate prisma; do tool_fn=$tool; each_name $tool; done
exit 0
fi

# --- the tools themselves ---
sqitch_run() { (cd "$dir" && printf '[core]\n\tengine = pg\n[user]\n\tname = t\n\temail = t@localhost\n' >sqitch.conf && sqitch "$2" "$3" --target "db:pg:$1"); }
sqitch_up() { sqitch_run "$1" deploy --verify; }
sqitch_down() { sqitch_run "$1" revert -y; }
psqlsqitch_up() { sql -d "$1" -f "$dir"/deploy/*.sql -f "$dir"/verify/*.sql; }
psqlsqitch_down() { sql -d "$1" -f "$dir"/revert/*.sql; }
if command -v sqitch >/dev/null; then how=sqitch tool_fn=sqitch; else how=psql tool_fn=psqlsqitch; fi
each_name sqitch

knex_run() { NODE_PATH=$modules node "$(dirname "$0")/run_knex.js" "$1" "$dir" $2; }
knex_up() { knex_run "$1" latest; }
knex_down() { knex_run "$1" rollback; }
if [ -d "$modules/knex" ] && command -v node >/dev/null; then how=knex tool_fn=knex; each_name knex; else echo "skipped: knex is not installed (npm ci in tests/tools)"; fi

alembic_run() { "$python" "$(dirname "$0")/run_alembic.py" "$1" "$dir" $2; }
alembic_up() { alembic_run "$1" head; }
alembic_down() { alembic_run "$1" base; }
if "$python" -c 'import alembic, psycopg2' 2>/dev/null; then how=alembic tool_fn=alembic; each_name alembic; else echo "skipped: alembic is not installed"; fi

django_run() { "$python" "$(dirname "$0")/run_django.py" "$1" "$dir" "$2"; }
django_up() { django_run "$1" ""; }
django_down() { django_run "$1" zero; }
if "$python" -c 'import django, psycopg2' 2>/dev/null; then how=django tool_fn=django; each_name django; else echo "skipped: django is not installed"; fi

rails_run() { ruby "$(dirname "$0")/run_rails.rb" "$1" "$dir" $2; }
rails_up() { rails_run "$1" up; }
rails_down() { rails_run "$1" down; }
if ruby -e 'require "active_record"; require "pg"' 2>/dev/null; then how=activerecord tool_fn=rails; each_name rails; else echo "skipped: activerecord is not installed"; fi
