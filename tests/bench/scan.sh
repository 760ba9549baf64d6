#!/bin/sh
# The whole of `idem scan` against one structural search over the same tree (promised: not slower), and `idem coverage`
# against `idem scan` (promised: at most 1.3 times).
#   tests/bench/scan.sh [TREE...]     your own trees; also IDEM_BENCH_TREES, separated by blanks; default: a generated one
#   AST_GREP=PROGRAM                  otherwise ast-grep of the PATH, else the pinned one, fetched with npm
set -eu
cd "$(dirname "$0")/../.."
work=build/bench
ast_grep_version=0.51.1
mkdir -p "$work"

find_ast_grep() {
  if [ -n "${AST_GREP:-}" ]; then echo "$AST_GREP"; return; fi
  if command -v ast-grep >/dev/null 2>&1; then command -v ast-grep; return; fi
  # Scripts stay off; the program itself lies in the package of the platform.
  [ -d "$work/node_modules/@ast-grep" ] ||
    npm install --prefix "$work" --no-save --ignore-scripts --no-audit --no-fund --silent "@ast-grep/cli@$ast_grep_version" >/dev/null 2>&1 || true
  for program in "$PWD/$work"/node_modules/@ast-grep/cli-*/ast-grep; do
    if [ -x "$program" ]; then echo "$program"; return; fi
  done
}

if [ $# -eq 0 ] && [ -n "${IDEM_BENCH_TREES:-}" ]; then
  # shellcheck disable=SC2086
  set -- $IDEM_BENCH_TREES
fi
if [ $# -eq 0 ]; then
  [ -d "$work/tree-5000-1" ] || python3 tests/bench/make_tree.py "$work/tree-5000-1" 5000 1
  set -- "$work/tree-5000-1"
fi
ast_grep=$(find_ast_grep)
[ -n "$ast_grep" ] || echo "  ast-grep is not at hand and could not be fetched: idem alone is measured"

number=0
for tree in "$@"; do
  number=$((number + 1))
  # A tree is told by its number and size: its name is nobody's business.
  echo "tree $number: $(find "$tree" -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.js' -o -name '*.py' -o -name '*.go' \) -not -path '*/node_modules/*' | wc -l | tr -d ' ') source files"
  # shellcheck disable=SC2016
  if [ -n "$ast_grep" ]; then
    python3 tests/bench/measure.py --runs 7 --warm 1 "ast-grep run, one pattern='$ast_grep' run -p '\$R.post(\$\$\$A)' '$tree'" \
      "idem scan=idem scan '$tree'"
  fi
  python3 tests/bench/measure.py --runs 7 --warm 1 "idem scan=idem scan '$tree'" "idem coverage=idem coverage '$tree'"
done
