-- The application's role gets what its work needs and no more.
GRANT USAGE ON SCHEMA @schema@ TO @app_role@;
