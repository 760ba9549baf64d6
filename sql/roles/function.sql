GRANT EXECUTE ON FUNCTION @object@ TO @app_role@;
