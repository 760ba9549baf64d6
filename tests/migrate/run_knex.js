// run_knex.js DATABASE FOLDER latest|rollback
const knex = require('knex')({
  client: 'pg',
  connection: { host: process.env.PGHOST, port: process.env.PGPORT, user: process.env.PGUSER, password: process.env.PGPASSWORD, database: process.argv[2] },
  migrations: { directory: process.argv[3], loadExtensions: ['.js'] },
});
knex.migrate[process.argv[4]]().then(() => knex.destroy(), (error) => { console.error(error); process.exit(1); });
