-- A list can be filled with the results of a query that its editor has run before; without a key, since the query may
-- be removed first.
alter table list_refresh add column query_id uuid;
-- Staff may have no patron group.
alter table app_user alter column patron_group_id drop not null;
