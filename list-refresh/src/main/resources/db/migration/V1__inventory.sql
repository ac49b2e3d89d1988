-- Every table has the tenant first in its primary key and in every reference, so that no row can refer to one of
-- another tenant, whatever a statement gets wrong.
create table tenant (
  id   smallint generated always as identity primary key,
  name text not null unique
);

create table material_type (
  tenant smallint not null references tenant,
  id     uuid     not null,
  name   text     not null,
  primary key (tenant, id)
);

create table library (
  tenant smallint not null references tenant,
  id     uuid     not null,
  name   text     not null,
  code   text     not null,
  primary key (tenant, id)
);

create table location (
  tenant     smallint not null references tenant,
  id         uuid     not null,
  library_id uuid     not null,
  name       text     not null,
  code       text     not null,
  primary key (tenant, id),
  foreign key (tenant, library_id) references library
);

-- Partition key of the three large tables, where one becomes too large: tenant.
create table instance (
  tenant              smallint    not null references tenant,
  id                  uuid        not null,
  hrid                text        not null check (length(hrid) <= 200),
  title               text        not null,
  primary_contributor text,
  created_date        timestamptz not null,
  updated_date        timestamptz not null,
  version             integer     not null default 1,
  primary key (tenant, id)
);
create unique index instance_hrid on instance (tenant, lower(hrid) text_pattern_ops);

create table holdings (
  tenant                smallint    not null references tenant,
  id                    uuid        not null,
  hrid                  text        not null check (length(hrid) <= 200),
  instance_id           uuid        not null,
  permanent_location_id uuid        not null,
  call_number           text,
  created_date          timestamptz not null,
  updated_date          timestamptz not null,
  version               integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, instance_id) references instance,
  foreign key (tenant, permanent_location_id) references location
);
create unique index holdings_hrid on holdings (tenant, lower(hrid) text_pattern_ops);
-- instance_id: the way from an instance to its items.
create index holdings_instance on holdings (tenant, instance_id);

create table item (
  tenant                 smallint    not null references tenant,
  id                     uuid        not null,
  hrid                   text        not null check (length(hrid) <= 200),
  barcode                text        check (length(barcode) <= 200),
  holdings_id            uuid        not null,
  material_type_id       uuid        not null,
  effective_location_id  uuid        not null,
  permanent_location_id  uuid,
  -- Written in one way only: FQL's values are turned into it before they are compared.
  status                 text        not null check (status in (
    'Aged to lost', 'Available', 'Awaiting delivery', 'Awaiting pickup', 'Checked out', 'Claimed returned',
    'Declared lost', 'In process', 'In process (non-requestable)', 'In transit', 'Intellectual item',
    'Long missing', 'Lost and paid', 'Missing', 'On order', 'Order closed', 'Paged', 'Restricted',
    'Unavailable', 'Unknown', 'Withdrawn')),
  status_date            timestamptz not null,
  item_level_call_number text        check (length(item_level_call_number) <= 500),
  copy_number            text,
  number_of_pieces       integer,
  discovery_suppress     boolean,
  created_date           timestamptz not null,
  updated_date           timestamptz not null,
  version                integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, holdings_id) references holdings,
  foreign key (tenant, material_type_id) references material_type,
  foreign key (tenant, effective_location_id) references location,
  foreign key (tenant, permanent_location_id) references location
) with (fillfactor = 85);
-- item_barcode and item_hrid: $eq, $in, $starts_with. Unique without regard to case, as the comparison is.
create unique index item_barcode on item (tenant, lower(barcode) text_pattern_ops);
create unique index item_hrid on item (tenant, lower(hrid) text_pattern_ops);
-- item_status: $eq, $in.
create index item_status on item (tenant, status);
-- item_level_call_number: $eq, $in, $starts_with.
create index item_call_number on item (tenant, lower(item_level_call_number) text_pattern_ops);
-- holdings_id, and instance_id by way of the holdings.
create index item_holdings on item (tenant, holdings_id);
-- item_effective_location_id; names of locations and libraries by way of it.
create index item_effective_location on item (tenant, effective_location_id);
-- item_material_type_id; its name by way of it.
create index item_material_type on item (tenant, material_type_id);
-- item_created_date: all comparisons. None for item_updated_date: it changes with every check-out.
create index item_created_date on item (tenant, created_date);
