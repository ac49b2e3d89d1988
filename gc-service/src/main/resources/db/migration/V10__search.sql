-- Finds parts of titles. The extension is trusted: who owns the database may make it (PostgreSQL 13 and later).
create extension if not exists pg_trgm;

create index component_title_parts on component using gin (title gin_trgm_ops);
create index configuration_title_parts on configuration using gin (title gin_trgm_ops);

-- The order in which all of a kind are listed.
create index component_title on component ((lower(title) collate "C"), id);
create index configuration_title on configuration (kind, (lower(title) collate "C"), id) where not archived;
