-- Installed extensions.
SELECT extname FROM pg_extension ORDER BY extname;
