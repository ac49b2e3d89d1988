-- Whether any chunk of a tenant moved of late.
create index import_chunk_moved on import_chunk (tenant, greatest(published_date, settled_date));
