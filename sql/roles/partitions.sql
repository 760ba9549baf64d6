-- A partition does not follow its parent to another owner, and only its owner may drop it.
DO $idem$
DECLARE
  v_part regclass;
BEGIN
  FOR v_part IN SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = @split_literal@::regclass LOOP
    EXECUTE format('ALTER TABLE %s OWNER TO %s', v_part, @owner_role_literal@);
  END LOOP;
END
$idem$;
