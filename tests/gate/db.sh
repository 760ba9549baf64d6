#!/bin/sh
# db.sh IDEM: run below pg_virtualenv. A unique constraint of a live data base is evidence, and nothing is written.
set -eu
idem=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work"
failed=0
mkdir app
cat >app/app.js <<'END'
const express = require('express');
const { Pool } = require('pg');
const pool = new Pool();
const app = express();
app.post('/orders', async (req, res) => {
  await pool.query('INSERT INTO orders (tenant_id, idempotency_key) VALUES ($1, $2)', [req.user.tenantId, req.get('Idempotency-Key')]);
  res.status(201).end();
});
app.listen(3000);
END
url="postgresql://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/$PGDATABASE"
judge() { "$idem" coverage app --no-cache --fail-on never --format json --db "$url"; }
psql -qX -c 'create table orders (id bigserial primary key, tenant_id text not null, idempotency_key text not null)'
judge >before
grep -q '"unique: ' before && { echo "FAIL a constraint that is not there"; failed=1; }
psql -qX -c 'create unique index orders_once on orders (tenant_id, idempotency_key)'
psql -qX -Atc 'select count(*) from pg_stat_user_tables; select sum(n_tup_ins) from pg_stat_user_tables' >counts
judge >after
grep -q '"unique: orders (tenant_id, idempotency_key) (orders_once), filled by this insert"' after || { echo "FAIL no evidence"; grep unique after; failed=1; }
grep -q "$PGPASSWORD" after && { echo "FAIL the password is in the report"; failed=1; }
psql -qX -Atc 'select count(*) from pg_stat_user_tables; select sum(n_tup_ins) from pg_stat_user_tables' | cmp -s - counts || { echo "FAIL something was written"; failed=1; }
code=0; "$idem" coverage app --no-cache --db "postgresql://nobody:secret@127.0.0.1:1/x" >out 2>err || code=$?
[ "$code" -ge 2 ] || { echo "FAIL no server: exit $code"; failed=1; }
grep -q secret out err && { echo "FAIL the password is told"; failed=1; }
[ ! -s out ] || { echo "FAIL a report without the data base"; failed=1; }
exit $failed
