# Completion of idem for bash. Written by `idem completions bash`.
_idem() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= i words= options= values=
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${COMP_WORDS[i]}" in
      " completions" | " config" | " config check" | " coverage" | " explain" | " facts" | " fingerprint" | " key" | " key check" | " migrate" | " migrate check" | " migrate lint" | " reconcile" | " reconcile init" | " scan" | " ttl" | " ttl presets" | " version") path="$path ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path $prev" in
    " -h" | " --help") words=none ;;
    " --version") words=none ;;
    " completions -h" | " completions --help") words=none ;;
    " config -h" | " config --help") words=none ;;
    " config check -h" | " config check --help") words=none ;;
    " coverage -h" | " coverage --help") words=none ;;
    " coverage --methods") words=none ;;
    " coverage --only-effects") words=none ;;
    " coverage --effect") values="payment notification external_http db_write queue storage auth_session process" ;;
    " coverage --path") words=none ;;
    " coverage --root") words=files ;;
    " coverage --exclude") words=none ;;
    " coverage --include-tests") words=none ;;
    " coverage --include-vendored") words=none ;;
    " coverage --include-generated") words=none ;;
    " coverage --include-minified") words=none ;;
    " coverage --include-ignored") words=none ;;
    " coverage --max-file-size") words=none ;;
    " coverage --stdin-filename") words=none ;;
    " coverage --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " coverage -o" | " coverage --output") words=files ;;
    " coverage -v" | " coverage --verbose") words=none ;;
    " coverage --color") values="auto always never" ;;
    " coverage --timing") words=none ;;
    " coverage --strict") words=none ;;
    " coverage --no-cache") words=none ;;
    " coverage -j" | " coverage --jobs") words=none ;;
    " coverage --fail-on") values="low medium high critical never" ;;
    " coverage --min-coverage") words=none ;;
    " coverage --min-confidence") values="low medium high" ;;
    " coverage --baseline") words=files ;;
    " coverage --write-baseline") words=files ;;
    " coverage --baseline-reason") words=none ;;
    " coverage --baseline-strict") words=none ;;
    " coverage --since") words=none ;;
    " coverage --schema") words=files ;;
    " coverage --db") words=none ;;
    " coverage --agent-tools") words=files ;;
    " coverage --issues") words=files ;;
    " explain -h" | " explain --help") words=none ;;
    " explain --list-rules") words=none ;;
    " explain --color") values="auto always never" ;;
    " facts -h" | " facts --help") words=none ;;
    " facts --stdin-filename") words=none ;;
    " facts --places") words=none ;;
    " fingerprint -h" | " fingerprint --help") words=none ;;
    " fingerprint --compare") words=none ;;
    " fingerprint --include") words=none ;;
    " fingerprint --exclude") words=none ;;
    " fingerprint --schema") words=none ;;
    " fingerprint --operation") words=none ;;
    " fingerprint --api-version") words=none ;;
    " fingerprint --tool") words=none ;;
    " fingerprint --tool-version") words=none ;;
    " fingerprint --tenant") words=none ;;
    " fingerprint --actor") words=none ;;
    " fingerprint --hmac-key-file") words=none ;;
    " fingerprint --hmac-key-env") words=none ;;
    " fingerprint --max-size") words=none ;;
    " fingerprint --explain") words=none ;;
    " fingerprint --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " fingerprint -o" | " fingerprint --output") words=none ;;
    " key -h" | " key --help") words=none ;;
    " key --namespace") words=none ;;
    " key --session") words=none ;;
    " key --workflow") words=none ;;
    " key --step") words=none ;;
    " key --tool") words=none ;;
    " key --input") words=none ;;
    " key --intent") words=none ;;
    " key --turn") words=none ;;
    " key --part") words=none ;;
    " key --workflow-key") words=none ;;
    " key --force") words=none ;;
    " key --explain") words=none ;;
    " key --as") values="uuid sha256 base32" ;;
    " key --exclude") words=none ;;
    " key --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " key -o" | " key --output") words=none ;;
    " key check -h" | " key check --help") words=none ;;
    " key check --expect") values="same different" ;;
    " key check --as") values="uuid sha256 base32" ;;
    " key check --exclude") words=none ;;
    " key check --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " key check -o" | " key check --output") words=none ;;
    " migrate -h" | " migrate --help") words=none ;;
    " migrate --side-table") words=none ;;
    " migrate --profile") values="http agent action inbox outbox workflow" ;;
    " migrate --dialect") values="postgres mysql sqlite" ;;
    " migrate --schema") words=files ;;
    " migrate --db") words=none ;;
    " migrate --natural-key") words=none ;;
    " migrate --table") words=none ;;
    " migrate --tenant-column") words=none ;;
    " migrate --beside-existing") words=none ;;
    " migrate --name") words=none ;;
    " migrate --target-schema") words=none ;;
    " migrate --tenant-type") words=none ;;
    " migrate --lease") words=none ;;
    " migrate --retention") words=none ;;
    " migrate --tombstone") words=none ;;
    " migrate --response") values="inline reference none" ;;
    " migrate --functions") values="all none" ;;
    " migrate --security") values="invoker definer" ;;
    " migrate --owner-role") words=none ;;
    " migrate --app-role") words=none ;;
    " migrate --server-version") words=none ;;
    " migrate --partition") values="plain narrow hash daily" ;;
    " migrate --hash-partitions") words=none ;;
    " migrate --with") values="pg_cron pg_partman" ;;
    " migrate --snippet") values="local external" ;;
    " migrate --lock-timeout") words=none ;;
    " migrate --statement-timeout") words=none ;;
    " migrate --tool") values="plain flyway liquibase golang-migrate goose dbmate sqitch rails alembic django prisma knex" ;;
    " migrate --out-dir") words=files ;;
    " migrate --after") words=none ;;
    " migrate --down") words=none ;;
    " migrate -o" | " migrate --output") words=none ;;
    " migrate check -h" | " migrate check --help") words=none ;;
    " migrate check --db") words=none ;;
    " migrate check --name") words=none ;;
    " migrate check --overdue") words=none ;;
    " migrate check --format") values="text json" ;;
    " migrate check -o" | " migrate check --output") words=none ;;
    " migrate lint -h" | " migrate lint --help") words=none ;;
    " migrate lint --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " migrate lint -o" | " migrate lint --output") words=none ;;
    " migrate lint --fail-on") values="critical high medium low none" ;;
    " migrate lint --color") values="auto always never" ;;
    " migrate lint --strict") words=none ;;
    " reconcile -h" | " reconcile --help") words=none ;;
    " reconcile --keys") words=none ;;
    " reconcile --keys-table") words=none ;;
    " reconcile --keys-query") words=none ;;
    " reconcile --keys-where") words=none ;;
    " reconcile --records") words=none ;;
    " reconcile --records-table") words=none ;;
    " reconcile --records-query") words=none ;;
    " reconcile --records-where") words=none ;;
    " reconcile --provider") words=none ;;
    " reconcile --provider-table") words=none ;;
    " reconcile --provider-query") words=none ;;
    " reconcile --provider-where") words=none ;;
    " reconcile --events") words=none ;;
    " reconcile --events-table") words=none ;;
    " reconcile --events-query") words=none ;;
    " reconcile --events-where") words=none ;;
    " reconcile --executions") words=none ;;
    " reconcile --executions-table") words=none ;;
    " reconcile --executions-query") words=none ;;
    " reconcile --executions-where") words=none ;;
    " reconcile --map") words=files ;;
    " reconcile --column") words=none ;;
    " reconcile --timezone") words=none ;;
    " reconcile --as-of") words=none ;;
    " reconcile --settle") words=none ;;
    " reconcile --lease") words=none ;;
    " reconcile --since") words=none ;;
    " reconcile --until") words=none ;;
    " reconcile --clock-skew") words=none ;;
    " reconcile --repeat-window") words=none ;;
    " reconcile --retention") words=none ;;
    " reconcile --provider-window") words=none ;;
    " reconcile --outage") words=none ;;
    " reconcile --currency") words=none ;;
    " reconcile --link") words=none ;;
    " reconcile --statement-timeout") words=none ;;
    " reconcile --max-bad") words=none ;;
    " reconcile --local") words=none ;;
    " reconcile --all-local") words=none ;;
    " reconcile --absence-final") words=none ;;
    " reconcile --no-push-down") words=none ;;
    " reconcile --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " reconcile --output") words=files ;;
    " reconcile --samples") words=none ;;
    " reconcile --show-keys") words=none ;;
    " reconcile --color") values="auto always never" ;;
    " reconcile --no-progress") words=none ;;
    " reconcile --fail-on") values="low medium high critical never" ;;
    " reconcile --max") words=none ;;
    " reconcile --repair-sql") words=files ;;
    " reconcile --repair-table") words=none ;;
    " reconcile --emit-sql") words=none ;;
    " reconcile --recheck") words=none ;;
    " reconcile --shards") words=none ;;
    " reconcile --shard") words=none ;;
    " reconcile --part") words=files ;;
    " reconcile --join") words=files ;;
    " reconcile init -h" | " reconcile init --help") words=none ;;
    " scan -h" | " scan --help") words=none ;;
    " scan --methods") words=none ;;
    " scan --only-effects") words=none ;;
    " scan --effect") values="payment notification external_http db_write queue storage auth_session process" ;;
    " scan --path") words=none ;;
    " scan --root") words=files ;;
    " scan --exclude") words=none ;;
    " scan --include-tests") words=none ;;
    " scan --include-vendored") words=none ;;
    " scan --include-generated") words=none ;;
    " scan --include-minified") words=none ;;
    " scan --include-ignored") words=none ;;
    " scan --max-file-size") words=none ;;
    " scan --stdin-filename") words=none ;;
    " scan --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " scan -o" | " scan --output") words=files ;;
    " scan -v" | " scan --verbose") words=none ;;
    " scan --color") values="auto always never" ;;
    " scan --timing") words=none ;;
    " scan --strict") words=none ;;
    " scan --no-cache") words=none ;;
    " scan -j" | " scan --jobs") words=none ;;
    " ttl -h" | " ttl --help") words=none ;;
    " ttl --timeout") words=none ;;
    " ttl --retries") words=none ;;
    " ttl --tries") words=none ;;
    " ttl --backoff") words=none ;;
    " ttl --initial") words=none ;;
    " ttl --multiplier") words=none ;;
    " ttl --power") words=none ;;
    " ttl --offset") words=none ;;
    " ttl --cap") words=none ;;
    " ttl --immediate") words=none ;;
    " ttl --delays") words=none ;;
    " ttl --jitter") words=none ;;
    " ttl --jitter-amount") words=none ;;
    " ttl --jitter-step") words=none ;;
    " ttl --jitter-percent") words=none ;;
    " ttl --retry-after-max") words=none ;;
    " ttl --deadline") words=none ;;
    " ttl --layer") words=none ;;
    " ttl --preset") words=none ;;
    " ttl --preset-file") words=none ;;
    " ttl --offline") words=none ;;
    " ttl --redelivery") words=none ;;
    " ttl --replay") words=none ;;
    " ttl --work") words=none ;;
    " ttl --clock-skew") words=none ;;
    " ttl --margin") words=none ;;
    " ttl --floor") words=none ;;
    " ttl --ceiling") words=none ;;
    " ttl --from") words=none ;;
    " ttl --provider") words=none ;;
    " ttl --queue") words=none ;;
    " ttl --consumer") words=none ;;
    " ttl --business-unique") words=none ;;
    " ttl --rate") words=none ;;
    " ttl --record") words=none ;;
    " ttl --response") words=none ;;
    " ttl --peak") words=none ;;
    " ttl --duplicates") words=none ;;
    " ttl --replicas") words=none ;;
    " ttl --index-factor") words=none ;;
    " ttl --ttl") words=none ;;
    " ttl --check") words=none ;;
    " ttl --from-code") words=none ;;
    " ttl --strict") words=none ;;
    " ttl --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " ttl -o" | " ttl --output") words=none ;;
    " ttl --color") values="auto always never" ;;
    " ttl presets -h" | " ttl presets --help") words=none ;;
    " ttl presets --search") words=none ;;
    " ttl presets --preset-file") words=none ;;
    " ttl presets --format") values="text json ndjson csv markdown html sarif github gitlab junit" ;;
    " ttl presets -o" | " ttl presets --output") words=none ;;
    " ttl presets --color") values="auto always never" ;;
    " version -h" | " version --help") words=none ;;
  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$cur"))
    return
  fi
  [[ $words == none ]] && return
  if [[ $words == files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  case "$path" in
    "") options="-h --help --version" values="completions config coverage explain facts fingerprint key migrate reconcile scan ttl version" words=none ;;
    " completions") options="-h --help" values="" words=none ;;
    " config") options="-h --help" values="check" words=none ;;
    " config check") options="-h --help" values="" words=files ;;
    " coverage") options="-h --help --methods --only-effects --effect --path --root --exclude --include-tests --include-vendored --include-generated --include-minified --include-ignored --max-file-size --stdin-filename --format -o --output -v --verbose --color --timing --strict --no-cache -j --jobs --fail-on --min-coverage --min-confidence --baseline --write-baseline --baseline-reason --baseline-strict --since --schema --db --agent-tools --issues" values="" words=files ;;
    " explain") options="-h --help --list-rules --color" values="" words=none ;;
    " facts") options="-h --help --stdin-filename --places" values="" words=none ;;
    " fingerprint") options="-h --help --compare --include --exclude --schema --operation --api-version --tool --tool-version --tenant --actor --hmac-key-file --hmac-key-env --max-size --explain --format -o --output" values="" words=files ;;
    " key") options="-h --help --namespace --session --workflow --step --tool --input --intent --turn --part --workflow-key --force --explain --as --exclude --format -o --output" values="check" words=none ;;
    " key check") options="-h --help --expect --as --exclude --format -o --output" values="" words=none ;;
    " migrate") options="-h --help --side-table --profile --dialect --schema --db --natural-key --table --tenant-column --beside-existing --name --target-schema --tenant-type --lease --retention --tombstone --response --functions --security --owner-role --app-role --server-version --partition --hash-partitions --with --snippet --lock-timeout --statement-timeout --tool --out-dir --after --down -o --output" values="check lint" words=none ;;
    " migrate check") options="-h --help --db --name --overdue --format -o --output" values="" words=none ;;
    " migrate lint") options="-h --help --format -o --output --fail-on --color --strict" values="" words=files ;;
    " reconcile") options="-h --help --keys --keys-table --keys-query --keys-where --records --records-table --records-query --records-where --provider --provider-table --provider-query --provider-where --events --events-table --events-query --events-where --executions --executions-table --executions-query --executions-where --map --column --timezone --as-of --settle --lease --since --until --clock-skew --repeat-window --retention --provider-window --outage --currency --link --statement-timeout --max-bad --local --all-local --absence-final --no-push-down --format --output --samples --show-keys --color --no-progress --fail-on --max --repair-sql --repair-table --emit-sql --recheck --shards --shard --part --join" values="init" words=none ;;
    " reconcile init") options="-h --help" values="" words=none ;;
    " scan") options="-h --help --methods --only-effects --effect --path --root --exclude --include-tests --include-vendored --include-generated --include-minified --include-ignored --max-file-size --stdin-filename --format -o --output -v --verbose --color --timing --strict --no-cache -j --jobs" values="" words=files ;;
    " ttl") options="-h --help --timeout --retries --tries --backoff --initial --multiplier --power --offset --cap --immediate --delays --jitter --jitter-amount --jitter-step --jitter-percent --retry-after-max --deadline --layer --preset --preset-file --offline --redelivery --replay --work --clock-skew --margin --floor --ceiling --from --provider --queue --consumer --business-unique --rate --record --response --peak --duplicates --replicas --index-factor --ttl --check --from-code --strict --format -o --output --color" values="presets" words=none ;;
    " ttl presets") options="-h --help --search --preset-file --format -o --output --color" values="" words=none ;;
    " version") options="-h --help" values="" words=none ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
  if [[ $words == files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}
complete -F _idem idem
