#!/bin/sh
# browser.sh IDEM CHROMIUM: opens the HTML report of the example shops from a file and works it as a person would.
set -eu
idem=$1 chromium=$2
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
"$idem" coverage "$examples" --fail-on never --format html="$work/report.html" >"$work/log" 2>&1
dom() {
  "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --virtual-time-budget=2000 --dump-dom "file://$1" 2>"$work/browser.log"
}
check() { # check FILE PATTERN WHAT
  grep -q "$2" "$1" || { echo "not so: $3"; head -c 2000 "$1"; cat "$work/browser.log"; exit 1; }
}
dom "$work/report.html" >"$work/plain.html"
rows=$(grep -c '^<tr data-method=' "$work/report.html")
check "$work/plain.html" "id=\"shown\" role=\"status\">$rows shown<" "the script counts all $rows rows"

# Sort by path, descending, and search for one word, as two clicks and some typing would.
sed 's|</body>|<script>const path = document.querySelectorAll("#rows th button")[1]; path.click(); path.click(); const box = document.getElementById("search"); box.value = "payment"; box.dispatchEvent(new Event("input"));</script></body>|' \
  "$work/report.html" >"$work/worked.html"
dom "$work/worked.html" >"$work/after.html"
check "$work/after.html" 'aria-sort="descending"' "a second click sorts downward"
check "$work/after.html" "[0-9] of $rows shown" "the search hides rows"
tr '\n' ' ' <"$work/after.html" | grep -o 'data-key="/[^"]*"' | sort -c -r || { echo "not so: the paths stand in descending order"; exit 1; }
