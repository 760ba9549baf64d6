GRANT SELECT ON @object@ TO @app_role@;
