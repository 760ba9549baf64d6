-- pg_partman keeps the days of the response table: made a week ahead, dropped when they are older than the responses live.
-- It makes a default partition, which would take ACCESS EXCLUSIVE with every later day and hide a missing one: that goes.
SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

DO $idem$
DECLARE
  v_home text;
  v_version text;
BEGIN
  SELECT quote_ident(n.nspname), e.extversion INTO v_home, v_version
  FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_partman';
  IF v_home IS NULL THEN
    RAISE EXCEPTION 'pg_partman is not installed in this database'
      USING HINT = 'CREATE EXTENSION pg_partman, or make the migration without --with pg_partman.';
  END IF;
  EXECUTE format('SELECT count(*) FROM %s.part_config WHERE parent_table = %L', v_home, @parent_name_literal@) INTO STRICT v_version;
  IF v_version <> '0' THEN
    RETURN; -- it keeps this table already
  END IF;
  SELECT e.extversion INTO v_version FROM pg_catalog.pg_extension AS e WHERE e.extname = 'pg_partman';
  IF split_part(v_version, '.', 1)::bigint >= 5 THEN
    EXECUTE format('SELECT %s.create_parent(p_parent_table := %L, p_control := %L, p_interval := %L, p_premake := 7)',
                   v_home, @parent_name_literal@, 'day', '1 day');
  ELSE
    EXECUTE format('SELECT %s.create_parent(p_parent_table := %L, p_control := %L, p_type := %L, p_interval := %L, p_premake := 7)',
                   v_home, @parent_name_literal@, 'day', 'native', 'daily');
  END IF;
  EXECUTE format('UPDATE %s.part_config SET retention = %L, retention_keep_table = false, infinite_time_partitions = true'
                 ' WHERE parent_table = %L', v_home, @retention_text@, @parent_name_literal@);
  EXECUTE (SELECT coalesce(string_agg(format('DROP TABLE %s;', i.inhrelid::regclass), ' '), 'SELECT 1')
           FROM pg_catalog.pg_inherits AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
           WHERE i.inhparent = to_regclass(@response_literal@) AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT');
END
$idem$;
