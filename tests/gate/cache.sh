#!/bin/sh
# cache.sh IDEM: a warm run gives the same bytes as a cold one, and no state of the cache can change them.
set -eu
idem=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export XDG_CACHE_HOME="$work/cache"
mkdir "$work/app" && cd "$work/app"
failed=0
cat >package.json <<'END'
{"dependencies":{"express":"4","stripe":"14"}}
END
cat >app.js <<'END'
const express = require('express');
const stripe = require('stripe')(process.env.KEY);
const pay = require('./pay');
const app = express();
app.post('/orders', pay); // idem-ignore no-replay: nothing here
END
cat >pay.js <<'END'
const stripe = require('stripe')(process.env.KEY);
module.exports = async (req, res) => { res.json(await stripe.charges.create({ amount: req.body.amount })); };
END
cat >schema.sql <<'END'
create table orders (id bigint primary key, key text not null unique);
END
report() { "$idem" coverage --fail-on never --format json "$@"; }
stages() { report --timing | grep -c '"stage": *"read and lower"\|"name": *"read and lower"\|read and lower' || true; }
same() { if cmp -s "$1" "$2"; then echo "ok   $3"; else echo "FAIL $3"; diff "$1" "$2" | head -5; failed=1; fi; }

report --no-cache >bare
[ ! -e "$work/cache" ] || { echo "FAIL --no-cache leaves a cache"; failed=1; }
report >cold; same bare cold "cold run"
report >warm; same bare warm "warm run"
[ "$(stages)" -eq 0 ] || { echo "FAIL a warm run reads everything again"; failed=1; }
[ -f "$work/cache/idem/CACHEDIR.TAG" ] || { echo "FAIL no CACHEDIR.TAG"; failed=1; }
# shellcheck disable=SC2012
[ "$(ls -ld "$work/cache/idem" | cut -c5-10)" = "------" ] || { echo "FAIL others may read the cache"; failed=1; }

# What changed is seen: a source, a file beside the sources, the configuration, a file that comes or goes.
sed -i 's/charges/refunds/' pay.js
report >now; report --no-cache >bare; same bare now "a changed source"
grep -q refunds now || { echo "FAIL the old answer"; failed=1; }
printf 'create table pays (id bigint primary key, amount int);\n' >schema.sql
report >now; report --no-cache >bare; same bare now "a changed schema"
printf '[[tier]]\npath = "/orders"\ntier = "none"\n' >idem.toml
report >now; report --no-cache >bare; same bare now "a configuration"
grep -q exempt now || { echo "FAIL the configuration is not heeded"; failed=1; }
rm idem.toml
printf "const app = require('express')();\napp.post('/more', (q, r) => r.end());\n" >more.js
report >now; report --no-cache >bare; same bare now "another file"
rm more.js
report >now; report --no-cache >bare; same bare now "a file less"
touch -d '2001-01-01' pay.js
report >now; same bare now "another date"

# A damaged cache is made anew, never trusted, never a failure.
report --no-cache >bare
for how in empty cut flipped text folder; do
  for file in "$work/cache/idem/"*.cache; do
    case $how in
      empty) : >"$file" ;;
      cut) head -c 200 "$file" >part && mv part "$file" ;;
      flipped) size=$(wc -c <"$file"); printf 'x' | dd of="$file" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null ;;
      text) echo 'not a cache' >"$file" ;;
      folder) rm "$file"; mkdir "$file" ;;
    esac
  done
  report >now 2>err || { echo "FAIL $how: exit $?"; failed=1; }
  same bare now "cache $how"
  [ ! -s err ] || { echo "FAIL $how: $(cat err)"; failed=1; }
  if [ $how != folder ]; then report >now; same bare now "cache $how, once more"; fi
done
rm -r "$work/cache"
mkdir "$work/cache" && : >"$work/cache/idem"
report >now 2>err; same bare now "no folder can be made"
rm "$work/cache/idem"

# Runs at once leave a cache that holds.
pids=
for n in 1 2 3 4; do report >"at-once-$n" 2>/dev/null & pids="$pids $!"; done
for pid in $pids; do wait "$pid"; done
for n in 1 2 3 4; do same bare "at-once-$n" "run $n of four at once"; done
report >now; same bare now "after them"
report -j 1 --no-cache >one; same bare one "one thread"

# Other work in the same folder: scan has an answer of its own.
"$idem" scan --format json >scan1 && "$idem" scan --format json --no-cache >scan2; same scan1 scan2 "scan beside coverage"
exit $failed
