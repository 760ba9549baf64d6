#!/bin/sh
# run_case.sh IDEM CASE_FOLDER: runs CASE_FOLDER/cmd (a shell script; `idem` is on its PATH) in a copy of CASE_FOLDER/input
# and compares stdout, stderr and the exit code with expected.stdout, expected.stderr (empty when absent) and
# expected.code (0 when absent). Files the command writes are compared with those in expected.files/, where present.
# IDEM_ACCEPT=1 rewrites the expectations instead. A file `needs` holds one shell test a line; if one fails, the case is skipped (77).
set -u
idem=$(cd "$(dirname "$1")" && pwd)
case_folder=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
if [ -f "$case_folder/needs" ]; then
  while read -r need; do
    sh -c "$need" >/dev/null 2>&1 || { echo "skipped: needs $need"; exit 77; }
  done <"$case_folder/needs"
fi
mkdir "$work/input"
[ -d "$case_folder/input" ] && cp -R "$case_folder/input/." "$work/input/"
cd "$work/input" || exit 2
env -i PATH="$idem:/usr/local/bin:/usr/bin:/bin" HOME="$work" LANG=C.UTF-8 COLUMNS=100 IDEM_CASE="$case_folder" \
  ${ASAN_OPTIONS:+ASAN_OPTIONS="$ASAN_OPTIONS"} ${TSAN_OPTIONS:+TSAN_OPTIONS="$TSAN_OPTIONS"} \
  sh "$case_folder/cmd" >"$work/stdout" 2>"$work/stderr" </dev/null
echo $? >"$work/code"
if [ "${IDEM_ACCEPT:-}" = 1 ]; then
  cp "$work/stdout" "$case_folder/expected.stdout"
  if [ -s "$work/stderr" ]; then cp "$work/stderr" "$case_folder/expected.stderr"; else rm -f "$case_folder/expected.stderr"; fi
  if [ "$(cat "$work/code")" = 0 ]; then rm -f "$case_folder/expected.code"; else cp "$work/code" "$case_folder/expected.code"; fi
  if [ -d "$case_folder/expected.files" ]; then
    (cd "$case_folder/expected.files" && find . -type f) | while read -r file; do cp "$work/input/$file" "$case_folder/expected.files/$file"; done
  fi
  exit 0
fi
status=0
compare() {
  if [ -f "$2" ]; then expected=$2; else expected=$3; fi
  diff -u "$expected" "$1" || { echo "differs: $4"; status=1; }
}
: >"$work/nothing"
echo 0 >"$work/zero"
compare "$work/stdout" "$case_folder/expected.stdout" "$work/nothing" stdout
compare "$work/stderr" "$case_folder/expected.stderr" "$work/nothing" stderr
compare "$work/code" "$case_folder/expected.code" "$work/zero" "exit code"
if [ -d "$case_folder/expected.files" ]; then
  (cd "$case_folder/expected.files" && find . -type f) >"$work/files"
  while read -r file; do
    compare "$work/input/$file" "$case_folder/expected.files/$file" "$work/nothing" "$file"
  done <"$work/files"
fi
exit $status
