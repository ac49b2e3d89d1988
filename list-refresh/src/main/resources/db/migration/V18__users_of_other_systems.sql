-- Desks look for a patron by barcode, name, id and the id of another system in one query: each has an index.
alter table app_user
  add column external_system_id text check (length(external_system_id) <= 200),
  add column preferred_contact_type_id text check (length(preferred_contact_type_id) <= 200);
create unique index app_user_external_system_id on app_user (tenant, lower(external_system_id) text_pattern_ops);
