#!/bin/sh
# bar.sh IDEM REPOSITORY: what a gate that teams keep switched on must hold, point by point, from outside. Where another
# test holds a part of a point, it is named here:
#    1 exit codes                 below; case: coverage/empty, scan/wrong-option
#    2 several formats, one run   below; unit: every format tells the same open findings
#    3 SARIF                      below (empty and not); unit: SARIF is valid by the published schema, SARIF has what code
#                                 scanning reads, also when nothing was found
#    4 fingerprints               gate: fingerprints outlive edits; unit: a finding's fingerprint forgets lines, …
#    5 baseline                   below; unit: a baseline accepts what it holds, …, a damaged baseline is an error, …
#    6 changes since              below; unit: changes since a revision are those since the merge base, …
#    7 suppressions               below; rule: unused-ignore, malformed-ignore; unit: a comment counts before, behind and
#                                 inside the statement, and nowhere else
#    8 annotations, step summary  below (cap); case: coverage/github-action; unit: GitHub annotations are escaped and capped
#    9 explain, links, colour     below; case: explain/*, completions/*; unit: colour obeys the switch and NO_COLOR
#   10 configuration              below; case: config/*; unit: what is wrong in a configuration is named, …
#   11 offline, same bytes        below; determinism: *
#   12 recall with a floor        framework: * (each prints its recall and holds all of it); rules: cases of each
set -eu
idem=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
repository=$2
command -v git >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export XDG_CACHE_HOME="$work/cache" GIT_CONFIG_GLOBAL=/dev/null COLUMNS=100
failed=0
is() { if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: $3, expected $2"; failed=1; fi; }
code() { c=0; "$idem" "$@" >out 2>err || c=$?; echo $c; }
count() { grep -c "$1" "$2" || true; }
app() {
  mkdir -p "$work/$1" && cd "$work/$1"
  echo '{"dependencies":{"express":"4","stripe":"14"}}' >package.json
  cat >app.js <<'END'
const app = require('express')();
const stripe = require('stripe')(process.env.KEY);
app.post('/pay', async (req, res) => {
  res.json(await stripe.charges.create({ amount: req.body.amount, currency: 'eur' }));
});
app.post('/back', async (req, res) => {
  res.json(await stripe.refunds.create({ charge: req.body.charge }));
});
app.listen(3000);
END
}

# 1. What the exit code says; what is shown and what fails are two things.
app one
is "1 findings at the level" 1 "$(code coverage)"
shown=$(count . out)
is "1 below the level" 0 "$(code coverage --fail-on never)"
is "1 the report is the same, whatever fails" "$shown" "$(count . out)"
is "1 not certain enough to fail" 0 "$(code coverage --min-confidence high --exclude app.js)"
is "1 usage" 2 "$(code coverage --fail-on hihg)"
is "1 coverage too low" 1 "$(code coverage --fail-on never --min-coverage strong=100)"
is "1 coverage high enough" 0 "$(code coverage --fail-on never --min-coverage 0)"
mkdir -p "$work/broken" && cd "$work/broken"
printf 'const app = require("express")();\napp.post("/pay", async (req, res) => { res.json( }});\napp.listen(1);\n' >app.js
is "1 incomplete, and asked to be strict" 3 "$(code coverage --strict --fail-on never)"
is "1 incomplete, and not asked" 0 "$(code coverage --fail-on never)"

# 2. Several formats in one run, standard output holding one report and nothing else.
app two
is "2 several formats" 1 "$(code coverage --format json --format sarif=out.sarif --format csv=out.csv --format github=out.github)"
python3 - <<'END' || failed=1
import json
report = json.load(open("out"))
open_findings = [f for f in report["findings"] if "suppressed" not in f]
sarif = json.load(open("out.sarif"))["runs"][0]["results"]
same = len(open_findings) == len(sarif) == len([l for l in open("out.github") if l.startswith("::")])
print("ok   2 the same findings in each" if same else f"FAIL 2 {len(open_findings)} findings, {len(sarif)} results")
raise SystemExit(not same)
END

# 3. SARIF of nothing and of something.
mkdir -p "$work/three" && cd "$work/three" && echo 'export const nothing = 1;' >a.ts
is "3 nothing found" 0 "$(code coverage --format sarif)"
python3 - out <<'END' || failed=1
import json, sys
run = json.load(open(sys.argv[1]))["runs"][0]
sound = run["results"] == [] and run["tool"]["driver"]["version"] and "rules" in run["tool"]["driver"]
print("ok   3 an empty run is a whole document" if sound else "FAIL 3 an empty run")
raise SystemExit(not sound)
END
app three-more
code coverage --format sarif >/dev/null
python3 - out <<'END' || failed=1
import json, sys
run = json.load(open(sys.argv[1]))["runs"][0]
rules = run["tool"]["driver"]["rules"]
wrong = [r["id"] for r in rules if not (r["help"]["text"] and r["help"]["markdown"] and r["helpUri"] and r["defaultConfiguration"]["level"])]
wrong += [r["ruleId"] for r in run["results"] if not r["partialFingerprints"] or rules[r["ruleIndex"]]["id"] != r["ruleId"]]
print("FAIL 3 " + " ".join(wrong) if wrong or not run["results"] else "ok   3 help, level, fingerprint of every result")
raise SystemExit(bool(wrong) or not run["results"])
END

# 5. Baseline: what is in it passes, what is new fails, what is mended is told; reasons stay, entries end.
app five
code coverage --fail-on never --write-baseline known.json --baseline-reason 'before the ledger' >/dev/null
is "5 all known" 0 "$(code coverage --fail-on low --baseline known.json)"
is "5 the reason is kept" 1 "$([ "$(count 'before the ledger' known.json)" -gt 0 ] && echo 1)"
cat >>app.js <<'END'
app.post('/more', async (req, res) => res.json(await stripe.payouts.create({ amount: req.body.amount })));
END
is "5 a new one" 1 "$(code coverage --baseline known.json)"
app five
sed -i '/back/,/^});/d' app.js
is "5 a mended one is told" 0 "$(code coverage --fail-on low --baseline known.json)"
is "5 and told by name" 1 "$([ "$(count 'is gone' err)" -gt 0 ] && echo 1)"
is "5 and fails where that is asked" 1 "$(code coverage --fail-on low --baseline known.json --baseline-strict)"
app five
python3 - <<'END'
import json
known = json.load(open("known.json"))
for entry in known["entries"]:
    entry["until"] = "2020-01-01"
json.dump(known, open("known.json", "w"))
END
is "5 an entry that has ended" 1 "$(code coverage --baseline known.json)"
is "5 no such file" 2 "$(code coverage --baseline nowhere.json)"

# 6. Only what changed since the merge base, in whatever file; a shallow clone is told.
app six
mkdir lib && cat >lib/charge.js <<'END'
const stripe = require('stripe')(process.env.KEY);
exports.charge = (amount) => stripe.charges.create({ amount, currency: 'eur' });
END
sed -i "s#stripe.charges.create({ amount: req.body.amount, currency: 'eur' })#require('./lib/charge').charge(req.body.amount)#" app.js
git init -q -b main . && git config user.name t && git config user.email t@t && git add . && git commit -qm one
git checkout -qb work
is "6 nothing changed" 0 "$(code coverage --since main)"
sed -i 's/eur/usd/' lib/charge.js
git commit -qam two
git checkout -q main && echo '// later' >>app.js && git commit -qam three && git checkout -q work
is "6 a function behind the handler" 1 "$(code coverage --since main --format ndjson)"
is "6 the one that it touches" 1 "$([ "$(count '"/pay"' out)" -gt 0 ] && echo 1)"
is "6 and no other" 0 "$(grep '"/back"' out | count '"fingerprint"' -)"
is "6 no such revision" 2 "$(code coverage --since nowhere)"
git clone -q --depth 1 "file://$work/six" "$work/shallow" 2>/dev/null && cd "$work/shallow"
git fetch -q --depth 1 origin main 2>/dev/null
is "6 a shallow clone" 2 "$(code coverage --since FETCH_HEAD)"
is "6 is told as one" 1 "$([ "$(count 'shallow' err)" -gt 0 ] && echo 1)"

# 7. Suppressions: with a reason, until a day, for one statement or the file; in comments only.
app seven
sed -i "2i // idem-ignore-file provider-call-without-key: the gateway adds it" app.js
sed -i "s#^app.post('/pay'#// idem-ignore unprotected until=2099-01-01: behind the gateway\n&#; s#^app.post('/back'#// idem-ignore unprotected: behind the gateway\n&#" app.js
is "7 both in force" 0 "$(code coverage --fail-on low)"
sed -i 's/2099-01-01/2020-01-01/' app.js
is "7 one has ended" 1 "$(code coverage --fail-on high)"
app seven
sed -i "s#^app.post('/pay'#console.log('idem-ignore unprotected: no comment');\n&#" app.js
is "7 a text is no comment" 1 "$(code coverage)"

# 8. Annotations: at most ten of a kind, and the rest told.
app eight
{ sed '$d' app.js; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
  echo "app.post('/p$i', async (req, res) => res.json(await stripe.charges.create({ amount: $i, currency: 'eur' })));"; done; } >more.js && mv more.js app.js
code coverage --format github >/dev/null
is "8 no more than ten errors" 1 "$([ "$(count '^::error' out)" -le 10 ] && echo 1)"
is "8 and the rest is told" 1 "$([ "$(count '^::notice' out)" -gt 0 ] && echo 1)"
is "8 columns start at one" 0 "$(grep -c 'col=0' out || true)"

# 9. The page of a rule: in the terminal, in SARIF and in the repository's words; no colour where none is wanted.
cd "$work/three-more"
is "9 a page" 0 "$(code explain unprotected)"
"$idem" explain unprotected | head -n 4 | tail -n 1 >/dev/null
is "9 no escape codes in a pipe" 0 "$("$idem" coverage --fail-on never | grep -c "$(printf '\033')" || true)"
is "9 nor with NO_COLOR" 0 "$(NO_COLOR=1 "$idem" coverage --fail-on never --color auto | grep -c "$(printf '\033')" || true)"
is "9 a man page for the command" 1 "$([ "$(ls "$repository"/man | count coverage -)" -gt 0 ] || [ -s "$repository/man/idem.1" ] && echo 1)"

# 10. Configuration: mistakes are errors, and the nearest one counts.
app ten
printf '[keys]\nheadrs = ["X-Once"]\n' >idem.toml
is "10 an unknown word" 2 "$(code coverage)"
is "10 with the likely one" 1 "$([ "$(count headers err)" -gt 0 ] && echo 1)"
is "10 checked by itself" 2 "$(code config check)"
rm idem.toml
is "10 a file that is not there" 2 "$(code coverage --schema nowhere.sql)"
mkdir -p inner && mv app.js package.json inner/ && printf '[[tier]]\npath = "/**"\ntier = "none"\n' >inner/idem.toml && printf '[keys]\nheaders = ["X-Once"]\n' >idem.toml
cd inner
is "10 the nearest configuration" 0 "$(code coverage --fail-on low)"

# 11. Nothing leaves the machine, and the same bytes come out.
app eleven
"$idem" coverage --fail-on never --no-cache -j1 --format json >one 2>/dev/null
"$idem" coverage --fail-on never --no-cache -j4 --format json >four 2>/dev/null
is "11 the same bytes" 0 "$(cmp -s one four; echo $?)"
if unshare -rn true 2>/dev/null; then
  unshare -rn "$idem" coverage --fail-on never --no-cache --format json >alone 2>/dev/null
  is "11 without a network" 0 "$(cmp -s one alone; echo $?)"
fi
exit $failed
