-- Names, revisions and namespaces of the modules, so that a list of schema sets needs no parsing. Null for sources
-- that were stored before this column; then it is filled when they are asked for.
alter table yang_sources add column modules jsonb;
