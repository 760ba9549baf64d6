ALTER @kind@ @object@ OWNER TO @owner_role@;
