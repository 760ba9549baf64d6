#!/bin/sh
# The statement for DuckDB finds the injected numbers there; those for BigQuery and Snowflake are read by a parser of
# their dialects (they have not been run).
set -eu
idem=$1
here=$(cd "$(dirname "$0")" && pwd)
books=$2
tools=$3
command -v node >/dev/null && [ -d "$tools/node_modules/@duckdb/node-api" ] && [ -d "$tools/node_modules/node-sql-parser" ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
as_of="--retention 30d --as-of 2026-06-01T00:00:00Z --outage 2026-05-22T00:00Z..2026-05-22T00:30Z --keys keys.csv --records records.csv"
"$books" . 3000 7
"$idem" reconcile $as_of --emit-sql duckdb >duckdb.sql
"$idem" reconcile $as_of --emit-sql bigquery --keys-table shop.books.keys --records-table shop.books.records >bigquery.sql
"$idem" reconcile $as_of --emit-sql snowflake --keys-table BOOKS.keys --records-table BOOKS.records >snowflake.sql
cat >run.mjs <<'JS'
import { createRequire } from 'module';
import { readFileSync, writeFileSync } from 'fs';
const require = createRequire(process.argv[2] + '/node_modules/');
const { DuckDBInstance } = require('@duckdb/node-api');
const { Parser } = require('node-sql-parser');
const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
for (const table of ['keys', 'records'])
  await connection.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv('${table}.csv', header = true, all_varchar = true)`);
await connection.run("ALTER TABLE keys ALTER amount TYPE DECIMAL(18, 3)");
for (const column of ['created_at', 'locked_until', 'effect_started_at', 'completed_at', 'expires_at'])
  await connection.run(`ALTER TABLE keys ALTER ${column} TYPE TIMESTAMP`);
await connection.run('ALTER TABLE records ALTER created_at TYPE TIMESTAMP');
await connection.run('ALTER TABLE records ALTER amount_cents TYPE BIGINT');
const answer = await connection.runAndReadAll(readFileSync('duckdb.sql', 'utf8'));
const rows = answer.getRowObjects().map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])));
writeFileSync('rows.json', JSON.stringify(rows));
for (const dialect of ['BigQuery', 'Snowflake'])
  new Parser().parse(readFileSync(dialect.toLowerCase() + '.sql', 'utf8'), { database: dialect });
JS
node run.mjs "$tools"
python3 "$here/check_rows.py" expected.txt rows.json
