-- Links of rows whose business key occurs under more than one link.
SELECT DISTINCT {{link}} FROM {{rows}}
WHERE {{link}} IS NOT NULL AND business IN (
  SELECT business FROM {{rows}} WHERE business IS NOT NULL GROUP BY business HAVING count(*) > 1)
ORDER BY {{link}}
