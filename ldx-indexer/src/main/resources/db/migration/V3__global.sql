-- Global configurations stand beside local ones: what they resolve to is below, and they select nothing themselves.
alter table configuration add column global boolean not null default false;
-- Of the document that told what a global configuration resolves to, and when that was read whole the last time.
alter table configuration add column etag text;
alter table configuration add column resolved timestamptz;
-- Whether it names configurations of servers whose feeds are not indexed; those may be indexed some day.
alter table configuration add column partial boolean not null default false;
-- Of a global configuration: since when the oldest selections that count in it may be out of date.
alter table configuration add column selections_loaded timestamptz;

-- The local configuration that a global one selects for a component. A component has one: the first in the global
-- configuration's order; later ones are skewed and do not count.
create table resolved (
  global integer not null references configuration on delete cascade,
  component uuid not null,
  local integer not null references configuration,
  primary key (global, component)
);
create index resolved_local on resolved (local);
