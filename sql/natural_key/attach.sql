ALTER INDEX @parent_index@ ATTACH PARTITION @child_index@;
