#!/bin/sh
# Start-up and answer: the commands that people wait for at a prompt. Promised: under 10 ms on an idle machine.
# /bin/true beside them says what starting any process costs here. Where perf is there: CPU time, which other work on the
# machine disturbs less, and page faults, which most of the time goes into.
set -eu
cd "$(dirname "$0")/../.."
python3 tests/bench/measure.py --runs 51 --warm 5 "true=/bin/true" "idem --help=idem --help" \
  "idem ttl=idem ttl --timeout 60 --retries 5" "idem ttl with presets=idem ttl --preset sidekiq --preset stripe-python" \
  "idem key=idem key --workflow invoice-117 --step charge --tool stripe.charge" \
  "idem fingerprint=idem fingerprint package.json"
if perf stat true >/dev/null 2>&1; then
  perf stat -r 50 -e task-clock,page-faults idem ttl --timeout 60 --retries 5 2>&1 >/dev/null | grep -E 'task-clock|page-faults|elapsed'
fi
