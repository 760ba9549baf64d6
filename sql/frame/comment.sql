COMMENT ON @kind@ @object@ IS @text@;
