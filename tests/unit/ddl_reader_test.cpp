#include "schema/ddl_reader.hpp"

#include "catch.hpp"

using namespace idem;

static DatabaseSchema read(std::string_view script) {
  DatabaseSchema database;
  read_ddl(script, "t.sql", database);
  return database;
}

TEST_CASE("tables keep schema, quoting, types and keys") {
  const DatabaseSchema db = read(
      "CREATE TABLE Orders (id bigserial PRIMARY KEY, \"Tenant Id\" varchar(36) NOT NULL, tags text[], n numeric(10,2),"
      " UNIQUE (\"Tenant Id\", id));\nCREATE TABLE \"Order\" (id uuid); CREATE TABLE s.user_ (a int, b int, PRIMARY "
      "KEY (a, b));");
  REQUIRE(db.tables.size() == 3);
  const Table* orders = db.find_table("public", "orders");
  REQUIRE(orders);
  CHECK(orders->line == 1);
  CHECK(orders->find_column("id")->type == "bigint");
  CHECK(orders->find_column("id")->not_null);
  CHECK(orders->find_column("Tenant Id")->type == "character varying(36)");
  CHECK(orders->find_column("tags")->type == "text[]");
  CHECK(orders->find_column("n")->type == "numeric(10,2)");
  REQUIRE(orders->unique_keys.size() == 2);
  CHECK(orders->primary_key()->columns == std::vector<std::string>{"id"});
  CHECK(db.find_table("public", "Order")->line == 2);
  CHECK(db.find_table("s", "user_")->primary_key()->columns.size() == 2);
}

TEST_CASE("a dump's head, COPY blocks and late constraints are read as the server would") {
  const DatabaseSchema db = read(
      "SELECT pg_catalog.set_config('search_path', '', false);\nDROP TABLE IF EXISTS public.old;\n\\connect x\n"
      "CREATE TABLE public.t (id integer NOT NULL, v text);\nALTER TABLE public.t OWNER TO shop_owner;\n"
      "COPY public.t (id) FROM stdin;\n1\t; DROP TABLE public.t;\n\\.\n"
      "ALTER TABLE ONLY public.t ADD CONSTRAINT t_pkey PRIMARY KEY (id);\n"
      "CREATE UNIQUE INDEX t_v ON public.t USING btree (v, lower(v)) WHERE (v IS NOT NULL);\n"
      "GRANT SELECT ON TABLE public.t TO reader;\nALTER TABLE public.t ENABLE ROW LEVEL SECURITY;");
  CHECK(db.notes.empty());
  const Table* t = db.find_table("public", "t");
  REQUIRE(t);
  CHECK(t->primary_key()->name == "t_pkey");
  REQUIRE(t->unique_keys.size() == 2);
  CHECK(t->unique_keys[1].partial);
  CHECK(t->unique_keys[1].columns == std::vector<std::string>{"v", "(expression)"});
  CHECK(t->row_security);
  CHECK(db.roles == std::vector<std::string>{"reader", "shop_owner"});
}

TEST_CASE("migrations change what earlier ones made") {
  const DatabaseSchema db = read(
      "SET search_path TO ledger, public; CREATE TABLE a (x int, y text UNIQUE); ALTER TABLE a RENAME COLUMN y TO z;"
      "ALTER TABLE a RENAME TO b; ALTER TABLE b ALTER COLUMN x TYPE bigint, ADD COLUMN k uuid NOT NULL DEFAULT f(), "
      "DROP COLUMN IF EXISTS q;"
      "CREATE TABLE gone (i int); DROP TABLE gone; ALTER TABLE b ALTER COLUMN x SET NOT NULL; CREATE DOMAIN money_ AS "
      "numeric(12);");
  REQUIRE(db.tables.size() == 1);
  const Table& b = db.tables[0];
  CHECK(b.schema == "ledger");
  CHECK(b.name == "b");
  CHECK(b.unique_keys.at(0).columns == std::vector<std::string>{"z"});
  CHECK(b.find_column("x")->type == "bigint");
  CHECK(b.find_column("x")->not_null);
  CHECK(b.find_column("k")->type == "uuid");
  CHECK(base_type(db, "money_") == "numeric(12)");
  CHECK(base_type(db, "ledger.money_") == "numeric(12)");
}

TEST_CASE("partitions, inheritance and event triggers are seen") {
  const DatabaseSchema db = read(
      "CREATE TABLE p (id int, at timestamptz, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);"
      "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');"
      "CREATE TABLE p2 (id int, at timestamptz); ALTER TABLE ONLY p ATTACH PARTITION p2 DEFAULT;"
      "CREATE EVENT TRIGGER fix ON ddl_command_end EXECUTE FUNCTION f();");
  CHECK(db.find_table("public", "p")->partition_strategy == "range");
  CHECK(db.find_table("public", "p")->partition_columns == std::vector<std::string>{"at"});
  CHECK(db.find_table("public", "p1")->partition_of == "public.p");
  CHECK(db.find_table("public", "p1")->columns.size() == 2);
  CHECK(db.find_table("public", "p2")->partition_of == "public.p");
  CHECK(db.event_triggers == std::vector<std::string>{"fix"});
}

TEST_CASE("what the grammar does not know is told with its line and passed over") {
  const DatabaseSchema db =
      read("CREATE TABLE a (i int);\n\nCREATE TABLE b (i int, INDEX (i));\nCREATE TABLE c (i int);");
  CHECK(db.tables.size() == 2);
  REQUIRE(db.notes.size() == 1);
  CHECK(db.notes[0].line == 3);
  CHECK(db.notes[0].statement.starts_with("CREATE TABLE b"));
}

TEST_CASE("names longer than 63 bytes are cut as the server cuts them") {
  const DatabaseSchema db = read("CREATE TABLE " + std::string(70, 'x') + " (i int)");
  REQUIRE(db.tables.size() == 1);
  CHECK(db.tables[0].name == std::string(63, 'x'));
}
