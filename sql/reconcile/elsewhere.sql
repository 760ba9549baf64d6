-- Records that a key names while none is linked to it: they may be linked to another key, or belong to another tenant.
INSERT INTO elsewhere
SELECT id, min({{tenant}}), count(*) FROM record_rows
WHERE id IN (SELECT k_resource FROM suspects WHERE nk > 0 AND nr = 0 AND k_resource IS NOT NULL)
GROUP BY id;
