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

# A natural key: files outside a transaction, an INVALID leftover of an earlier failure in the way.
natural_key() { # TOOL
  if [ "$how" = psql ]; then db=postgres; else db=$(echo "n_$1" | tr -c 'a-z0-9_\n' '_'); createdb "$db"; fi
  dir=$work/$1/natural/migrations
  mkdir -p "$dir"
  printf 'CREATE SCHEMA "Shop";\nCREATE TABLE "Shop"."Order" (id bigint PRIMARY KEY, "orderNumber" text);\n' >"$work/shop.sql"
  sql -d "$db" -f "$work/shop.sql" -c "INSERT INTO \"Shop\".\"Order\" VALUES (1, 'a'), (2, 'a')"
  if sql -d "$db" -c 'CREATE UNIQUE INDEX CONCURRENTLY "Order_orderNumber_natural_key" ON "Shop"."Order" ("orderNumber")' 2>/dev/null; then exit 1; fi
  sql -d "$db" -c 'DELETE FROM "Shop"."Order" WHERE id = 2'
  (cd "$work" && "$idem" migrate --tool "$1" --schema shop.sql --natural-key '"Order"("orderNumber")' --out-dir "$dir" >/dev/null 2>&1)
  for step in up down up; do
    if ! "$tool_fn"_$step "$db" >"$work/out" 2>&1; then echo "FAILED: $1 ($how), natural key: $step"; cat "$work/out"; exit 1; fi
    want=1; [ $step = down ] && want=0
    [ "$(sql -At -d "$db" -c "SELECT count(*) FROM pg_index WHERE indrelid = '\"Shop\".\"Order\"'::regclass AND indisunique AND NOT indisprimary AND indisvalid")" = $want ] || {
      echo "FAILED: $1 ($how), natural key: after $step the index is not as it should be"; exit 1; }
  done
  sql -d "$db" -c 'DROP SCHEMA "Shop" CASCADE'
  echo "ok: $1 ($how), natural key"
}
each_file() { # FILES: every file as one query, as tools send it
  for file in "$@"; do sql -d "$db" -c "$(cat "$file")" || return 1; done
}
reversed() { for file in "$@"; do echo "$file"; done | sort -r; }

# --- what psql can send by itself ---
plain_up() { for file in "$dir"/*.up.sql; do sql -d "$1" -f "$file" || return 1; done; }
plain_down() { reversed "$dir"/*.down.sql | while read -r file; do sql -d "$1" -f "$file" || exit 1; done; }
migrate_up() { each_file "$dir"/*.up.sql; }
migrate_down() { reversed "$dir"/*.down.sql | while read -r file; do each_file "$file" || exit 1; done; }
flyway_up() { sql -1 -d "$1" -f "$dir"/V*.sql; }
flyway_down() { sql -1 -d "$1" -f "$dir"/U*.sql; }
liquibase_up() { grep -v '^--rollback' "$dir"/*.sql | sql -1 -d "$1"; }
liquibase_down() { sed -n 's/^--rollback //p' "$dir"/*.sql | sql -1 -d "$1"; }
goose_up() { sed -n '/^-- +goose Up/,/^-- +goose Down/p' "$dir"/*.sql | sql -1 -d "$1"; }
goose_down() { sed -n '/^-- +goose Down/,$p' "$dir"/*.sql | sql -1 -d "$1"; }
dbmate_up() { sed -n '/^-- migrate:up/,/^-- migrate:down/p' "$dir"/*.sql | sql -1 -d "$1"; }
dbmate_down() { sed -n '/^-- migrate:down/,$p' "$dir"/*.sql | sql -1 -d "$1"; }
prisma_up() { sql -d "$1" -f "$dir"/*/migration.sql; }
naturalprisma_up() { each_file "$dir"/*/migration.sql; }
naturalprisma_down() { sql -d "$1" -c 'DROP INDEX "Shop"."Order_orderNumber_natural_key"'; }
prisma_down() { (cd "$work" && "$idem" migrate --profile $profile --target-schema "$schema" --name "$name" --down) | sql -d "$1"; }
if [ "$3" = psql ]; then
how=psql
tool_fn=plain; each_name plain; natural_key plain
tool_fn=migrate; each_name golang-migrate; natural_key golang-migrate
for tool in flyway liquibase goose dbmate prisma; do tool_fn=$tool; each_name $tool; done
tool_fn=naturalprisma; natural_key prisma
exit 0
fi

# --- the tools themselves; IDEM_TOOLS names some of them, separated by blanks ---
wanted() { case " ${IDEM_TOOLS:-$1} " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }
sqitch_run() { (cd "$dir" && printf '[core]\n\tengine = pg\n[user]\n\tname = t\n\temail = t@localhost\n' >sqitch.conf && sqitch "$2" "$3" --target "db:pg:$1"); }
sqitch_up() { sqitch_run "$1" deploy --verify; }
sqitch_down() { sqitch_run "$1" revert -y; }
psqlsqitch_up() { sql -d "$1" -f "$dir"/deploy/*.sql -f "$dir"/verify/*.sql; }
psqlsqitch_down() { sql -d "$1" -f "$dir"/revert/*.sql; }
if command -v sqitch >/dev/null; then how=sqitch tool_fn=sqitch; else how=psql tool_fn=psqlsqitch; fi
if wanted sqitch; then each_name sqitch; if [ "$how" = sqitch ]; then natural_key sqitch; fi; fi

knex_run() { NODE_PATH=$modules node "$(dirname "$0")/run_knex.js" "$1" "$dir" $2; }
knex_up() { knex_run "$1" latest; }
knex_down() { knex_run "$1" rollback; }
if ! wanted knex; then :; elif [ -d "$modules/knex" ] && command -v node >/dev/null; then how=knex tool_fn=knex; each_name knex; natural_key knex; else echo "skipped: knex is not installed (npm ci in tests/tools)"; fi

alembic_run() { "$python" "$(dirname "$0")/run_alembic.py" "$1" "$dir" $2; }
alembic_up() { alembic_run "$1" head; }
alembic_down() { alembic_run "$1" base; }
if ! wanted alembic; then :; elif "$python" -c 'import alembic, psycopg2' 2>/dev/null; then how=alembic tool_fn=alembic; each_name alembic; natural_key alembic; else echo "skipped: alembic is not installed"; fi

django_run() { "$python" "$(dirname "$0")/run_django.py" "$1" "$dir" "$2"; }
django_up() { django_run "$1" ""; }
django_down() { django_run "$1" zero; }
if ! wanted django; then :; elif "$python" -c 'import django, psycopg2' 2>/dev/null; then how=django tool_fn=django; each_name django; natural_key django; else echo "skipped: django is not installed"; fi

rails_run() { ruby "$(dirname "$0")/run_rails.rb" "$1" "$dir" $2; }
rails_up() { rails_run "$1" up; }
rails_down() { rails_run "$1" down; }
if ! wanted rails; then :; elif ruby -e 'require "active_record"; require "pg"' 2>/dev/null; then how=activerecord tool_fn=rails; each_name rails; natural_key rails; else echo "skipped: activerecord is not installed"; fi

# dbmate's own program, and Liquibase's where a Java runs.
oracles=${IDEM_ORACLES:-$modules}
dbmate_run() { "$oracles/@dbmate/linux-x64/bin/dbmate" --url "postgres://${PGUSER:-postgres}:${PGPASSWORD:-}@${PGHOST:-localhost}:${PGPORT:-5432}/$1?sslmode=disable" --migrations-dir "$dir" --no-dump-schema "$2"; }
dbmate_up() { dbmate_run "$1" up; }
dbmate_down() { for file in "$dir"/*.sql; do dbmate_run "$1" rollback || return 1; done; }
if ! wanted dbmate; then :; elif [ -x "$oracles/@dbmate/linux-x64/bin/dbmate" ]; then how=dbmate tool_fn=dbmate; each_name dbmate; natural_key dbmate; else echo "skipped: dbmate is not installed (npm ci in tests/tools)"; fi

liquibase_run() { # DATABASE COMMAND...
  database=$1; shift
  printf 'databaseChangeLog:\n  - includeAll:\n      path: migrations/\n' >"$dir/../all.yaml"
  (cd "$dir/.." && sh "$oracles/liquibase/dist/liquibase/liquibase" --search-path=. --changelog-file=all.yaml --url="jdbc:postgresql://${PGHOST:-localhost}:${PGPORT:-5432}/$database" \
    --username="${PGUSER:-postgres}" --password="${PGPASSWORD:-}" --log-level=severe "$@")
}
liquibase_up() { liquibase_run "$1" update; }
liquibase_down() { liquibase_run "$1" rollback-count --count=99; }
if ! wanted liquibase; then :; elif [ -f "$oracles/liquibase/dist/liquibase/liquibase" ] && command -v java >/dev/null; then how=liquibase tool_fn=liquibase; each_name liquibase; natural_key liquibase; else echo "skipped: Liquibase is not installed"; fi
