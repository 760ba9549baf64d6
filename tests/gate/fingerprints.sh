#!/bin/sh
# fingerprints.sh IDEM: what a finding is called outlives edits that do not touch it, and nothing else.
set -eu
idem=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export XDG_CACHE_HOME="$work/cache"
mkdir "$work/app" && cd "$work/app"
failed=0

prints() { "$idem" coverage --fail-on never --format ndjson 2>/dev/null | sed -n 's/.*"fingerprint":"\([0-9a-f]*\)".*/\1/p' | sort; }
base() {
  echo '{"dependencies":{"express":"4","stripe":"14"}}' >package.json
  cat >app.js <<'END'
const express = require('express');
const Stripe = require('stripe');
const stripe = new Stripe(process.env.KEY);
const app = express();
app.post('/orders', async (req, res) => {
  const charge = await stripe.charges.create({ amount: req.body.amount, currency: 'usd' });
  res.json(charge);
});
app.post('/refunds', async (req, res) => {
  const refund = await stripe.refunds.create({ charge: req.body.charge });
  res.json(refund);
});
app.listen(3000);
END
}
same() { prints >now; if cmp -s before now; then echo "ok   $1"; else echo "FAIL $1: changed"; diff before now || true; failed=1; fi; }
other() {
  prints >now
  kept=$(comm -12 before now | wc -l)
  if [ "$kept" -eq "$2" ]; then echo "ok   $1"; else echo "FAIL $1: $kept fingerprints kept, $2 expected"; diff before now || true; failed=1; fi
}

base
prints >before
count=$(wc -l <before)
[ "$count" -ge 2 ] || { echo "FAIL nothing is found in the first place"; exit 1; }
[ "$(sort -u before | wc -l)" -eq "$count" ] || { echo "FAIL two findings under one fingerprint"; failed=1; }

{ echo '// a head comment'; echo; echo 'const unrelated = 1;'; cat app.js; } >moved && mv moved app.js
same "lines inserted above"

base
{ sed -n '1,4p' app.js; sed -n '9,12p' app.js; sed -n '5,8p' app.js; sed -n '13p' app.js; } >moved && mv moved app.js
same "routes in another order"

base
sed -e "s/stripe.charges.create({ amount: req.body.amount, currency: 'usd' })/stripe.charges.create({\n      amount: req.body.amount,\n      currency: \"usd\",\n    })/" \
  -e 's/async (req, res) => {/async (req, res) =>\n{/' app.js >moved && mv moved app.js
same "another layout"

base
sed -e 's/charge = /payment = /; s/json(charge)/json(payment)/' app.js >moved && mv moved app.js
same "a variable renamed"

base
sed -e "s/res.json(charge);/console.log('charged');\n  res.json(charge);/" app.js >moved && mv moved app.js
same "a harmless line in the handler"

# The other entry point's findings stay.
base
sed -e 's/stripe.charges.create/stripe.paymentIntents.create/' app.js >moved && mv moved app.js
other "another effect in a handler" $((count / 2))

base
sed -e 's/stripe.refunds.create({ charge: req.body.charge })/stripe.refunds.create({ charge: req.body.charge, amount: 5 })/' app.js >moved && mv moved app.js
other "another argument of the call that has the effect" $((count / 2))

# Twins: the same statement twice, in functions that no entry point reaches, are two findings, and adding a third keeps
# the first two.
base
cat >>app.js <<'END'
async function first(total) { for (let i = 0; i < 3; i++) { try { return await stripe.charges.create({ amount: total }); } catch (e) {} } }
async function second(sum) { for (let i = 0; i < 3; i++) { try { return await stripe.charges.create({ amount: sum }); } catch (e) {} } }
END
prints >twins
[ "$(sort -u twins | wc -l)" -eq "$(wc -l <twins)" ] || { echo "FAIL twins share a fingerprint"; failed=1; }
[ "$(wc -l <twins)" -ge $((count + 2)) ] || { echo "FAIL twins are not told apart: $(wc -l <twins) findings"; failed=1; }
[ "$(comm -12 before twins | wc -l)" -eq "$count" ] || { echo "FAIL twins changed what was there"; failed=1; }
echo "ok   twins"

# A file that is renamed keeps its entries in the baseline, in a Git repository and out of it.
base
"$idem" coverage --fail-on never --write-baseline known.json >/dev/null 2>&1
mkdir src && mv app.js src/server.js
"$idem" coverage --fail-on low --baseline known.json --baseline-strict >out 2>err || { echo "FAIL a renamed file is new"; cat err; failed=1; }
echo "ok   a renamed file"
exit $failed
