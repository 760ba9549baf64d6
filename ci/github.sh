#!/bin/sh
# The step of action.yml: annotations on standard output, SARIF to a file, the step summary in Markdown. Inputs come as
# IDEM_PATHS (split at spaces), IDEM_FAIL_ON, IDEM_SINCE, IDEM_BASELINE and IDEM_SARIF.
set -eu
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
code=0
# shellcheck disable=SC2086
idem coverage ${IDEM_PATHS:-.} --fail-on "${IDEM_FAIL_ON:-high}" \
  ${IDEM_SINCE:+--since "$IDEM_SINCE"} ${IDEM_BASELINE:+--baseline "$IDEM_BASELINE"} \
  --format github --format "sarif=${IDEM_SARIF:-idem.sarif}" --format "markdown=$summary" || code=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$code"
