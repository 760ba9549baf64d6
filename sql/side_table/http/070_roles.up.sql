--@if owner
ALTER TABLE @table@ OWNER TO @owner_role@;
ALTER VIEW @at:_health@ OWNER TO @owner_role@;
--@if functions
ALTER FUNCTION @fn:_guard@() OWNER TO @owner_role@;
ALTER FUNCTION @fn:_claim@(@tenant_type@, text, text, bytea, bigint, interval, interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_replay@(@tenant_type@, text, text, bytea, bigint) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_heartbeat@(@tenant_type@, text, text, uuid, interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_start_effect@(@tenant_type@, text, text, uuid, interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_complete@(@tenant_type@, text, text, uuid, bigint, jsonb, @body_arg@text, text, interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_fail@(@tenant_type@, text, text, uuid, boolean, bigint, jsonb, @body_arg@interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_mark_unknown@(@tenant_type@, text, text, uuid) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_release@(@tenant_type@, text, text, uuid) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_resolve@(@tenant_type@, text, text, text, bigint, jsonb, @body_arg@text, text, interval, interval) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_tombstone@(bigint) OWNER TO @owner_role@;
ALTER FUNCTION @fn:_reap@(bigint) OWNER TO @owner_role@;
--@end
--@end
--@if revoke
--@if functions
-- Functions are executable by everybody unless that is taken away.
REVOKE ALL ON FUNCTION
  @fn:_claim@(@tenant_type@, text, text, bytea, bigint, interval, interval),
  @fn:_replay@(@tenant_type@, text, text, bytea, bigint),
  @fn:_heartbeat@(@tenant_type@, text, text, uuid, interval),
  @fn:_start_effect@(@tenant_type@, text, text, uuid, interval),
  @fn:_complete@(@tenant_type@, text, text, uuid, bigint, jsonb, @body_arg@text, text, interval),
  @fn:_fail@(@tenant_type@, text, text, uuid, boolean, bigint, jsonb, @body_arg@interval),
  @fn:_mark_unknown@(@tenant_type@, text, text, uuid),
  @fn:_release@(@tenant_type@, text, text, uuid),
  @fn:_resolve@(@tenant_type@, text, text, text, bigint, jsonb, @body_arg@text, text, interval, interval),
  @fn:_tombstone@(bigint),
  @fn:_reap@(bigint) FROM PUBLIC;
--@end
--@end
--@if app
-- The application needs its functions; what they touch, it touches with its own rights unless they are SECURITY DEFINER.
GRANT USAGE ON SCHEMA @schema@ TO @app_role@;
--@if definer
GRANT SELECT ON @at:_health@ TO @app_role@;
--@else
GRANT SELECT, INSERT, UPDATE, DELETE ON @table@ TO @app_role@;
GRANT SELECT ON @at:_health@ TO @app_role@;
--@end
--@if functions
GRANT EXECUTE ON FUNCTION
  @fn:_claim@(@tenant_type@, text, text, bytea, bigint, interval, interval),
  @fn:_replay@(@tenant_type@, text, text, bytea, bigint),
  @fn:_heartbeat@(@tenant_type@, text, text, uuid, interval),
  @fn:_start_effect@(@tenant_type@, text, text, uuid, interval),
  @fn:_complete@(@tenant_type@, text, text, uuid, bigint, jsonb, @body_arg@text, text, interval),
  @fn:_fail@(@tenant_type@, text, text, uuid, boolean, bigint, jsonb, @body_arg@interval),
  @fn:_mark_unknown@(@tenant_type@, text, text, uuid),
  @fn:_release@(@tenant_type@, text, text, uuid),
  @fn:_resolve@(@tenant_type@, text, text, text, bigint, jsonb, @body_arg@text, text, interval, interval),
  @fn:_tombstone@(bigint),
  @fn:_reap@(bigint) TO @app_role@;
--@end
--@end
