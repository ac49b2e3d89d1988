-- Instances, holdings and items that clients store: what FOLIO's schemas have besides the columns is kept as it came
-- (null for imported records), and who sends no number gets the next one, as mod-inventory-storage makes it. The
-- numbers are of all tenants together.
create sequence instance_number;
create sequence holdings_number;
create sequence item_number;
alter table instance
  add column details jsonb,
  alter column hrid set default 'in' || lpad(nextval('instance_number')::text, 11, '0'),
  alter column created_date set default now(),
  alter column updated_date set default now();
alter table holdings
  add column details jsonb,
  alter column hrid set default 'ho' || lpad(nextval('holdings_number')::text, 11, '0'),
  alter column created_date set default now(),
  alter column updated_date set default now();
alter table item
  add column details jsonb,
  alter column hrid set default 'it' || lpad(nextval('item_number')::text, 11, '0'),
  alter column status_date set default now(),
  alter column created_date set default now(),
  alter column updated_date set default now();
-- A record that was imported stays when its instance is deleted, as in FOLIO's two modules.
alter table marc_record drop constraint marc_record_tenant_instance_id_fkey;
-- The effective location is the item's own or its holdings', which are references already; a refusal names the one that
-- was sent.
alter table item drop constraint item_tenant_effective_location_id_fkey;
