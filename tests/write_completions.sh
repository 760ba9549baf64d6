#!/bin/sh
# write_completions.sh [IDEM]: writes completions/ and man/ anew from the command line that IDEM (default: idem) has.
set -eu
idem=${1:-idem}
cd "$(dirname "$0")/.."
mkdir -p completions man
"$idem" completions bash >completions/idem.bash
"$idem" completions zsh >completions/_idem
"$idem" completions fish >completions/idem.fish
"$idem" completions man >man/idem.1
