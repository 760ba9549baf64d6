SET LOCAL lock_timeout = @lock_timeout@;
SET LOCAL statement_timeout = @statement_timeout@;

DO $idem$
DECLARE
  v_home text;
  v_template text;
BEGIN
  SELECT quote_ident(n.nspname) INTO v_home
  FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_partman';
  IF v_home IS NOT NULL THEN
    EXECUTE format('SELECT template_table FROM %s.part_config WHERE parent_table = %L', v_home, @parent_name_literal@)
      INTO v_template;
    IF v_template IS NOT NULL THEN
      EXECUTE format('DROP TABLE IF EXISTS %I.%I', split_part(v_template, '.', 1), split_part(v_template, '.', 2));
    END IF;
    EXECUTE format('DELETE FROM %s.part_config WHERE parent_table = %L', v_home, @parent_name_literal@);
  END IF;
END
$idem$;
