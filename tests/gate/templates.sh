#!/bin/sh
# templates.sh IDEM REPOSITORY: runs what the GitLab template and the pre-commit hook run, word for word.
set -eu
idem=$(cd "$(dirname "$1")" && pwd)
repository=$2
command -v git >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
export XDG_CACHE_HOME="$work/cache" GIT_CONFIG_GLOBAL=/dev/null PATH="$idem:$PATH"
mkdir "$work/app" && cd "$work/app"
failed=0
expect() { if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: $3, expected $2"; failed=1; fi; }

cat >app.js <<'END'
const app = require('express')();
app.get('/', (req, res) => res.end());
app.listen(1);
END
echo '{"dependencies":{"express":"4","stripe":"14"}}' >package.json
git init -q -b main . && git config user.name t && git config user.email t@t
git add . && git commit -qm one && git update-ref refs/remotes/origin/main HEAD

# The hook: nothing changed, then a change that charges without a key.
entry=$(sed -n 's/^  entry: //p' "$repository/.pre-commit-hooks.yaml")
expect "the hook has one entry" 1 "$(printf '%s\n' "$entry" | grep -c 'idem coverage')"
code=0; sh -c "$entry" >out 2>&1 || code=$?
expect "hook, nothing changed" 0 $code
cat >pay.js <<'END'
const stripe = require('stripe')(process.env.KEY);
const router = require('express').Router();
router.post('/pay', async (req, res) => res.json(await stripe.charges.create({ amount: req.body.amount })));
module.exports = router;
END
sed -i "2a app.use('/api', require('./pay'));" app.js
code=0; sh -c "$entry" >out 2>&1 || code=$?
expect "hook, a charge without a key" 1 $code
grep -q '/api/pay' out || { echo "FAIL the hook does not tell the entry point"; cat out; failed=1; }

# The job: the lines of its script, folded as YAML folds them.
script=$(sed -n '/^  script:/,/^  cache:/p' "$repository/ci/gitlab.yml" | sed -e '1,2d' -e '$d' | tr '\n' ' ')
code=0; IDEM_FAIL_ON=high sh -c "$script" >out 2>&1 || code=$?
expect "job, fail on high" 1 $code
code=0; IDEM_FAIL_ON=never sh -c "$script" >out 2>&1 || code=$?
expect "job, never" 0 $code
for report in $(sed -n 's/^      \(codequality\|junit\): //p' "$repository/ci/gitlab.yml"); do
  [ -s "$report" ] || { echo "FAIL no $report"; failed=1; }
done
grep -q '"fingerprint"' gl-code-quality-report.json || { echo "FAIL the code quality report is empty"; failed=1; }
grep -q '<failure ' idem-junit.xml || { echo "FAIL the JUnit report has no failure"; failed=1; }
if command -v xmllint >/dev/null; then xmllint --noout idem-junit.xml || failed=1; fi

# Every input of the action reaches the script that it runs.
for name in $(sed -n 's/^        \(IDEM_[A-Z]*\): .*/\1/p' "$repository/action.yml"); do
  grep -q "$name" "$repository/ci/github.sh" || { echo "FAIL $name is not used"; failed=1; }
done
exit $failed
