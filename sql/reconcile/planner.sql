-- For the one statement that compares, where the server knows these settings. The planner knows nothing of how many
-- suspects there will be and takes them for a handful: joins that go through all of one side for each row of the other
-- would never end where there are many. Nor does it know that few keys have more than one row a side: grouping in
-- parallel and once more together would do the work twice.
SELECT set_config(name, CASE name WHEN 'enable_nestloop' THEN 'off' ELSE '0' END, true)
FROM pg_catalog.pg_settings
WHERE name IN ('enable_nestloop', 'max_parallel_workers_per_gather')
