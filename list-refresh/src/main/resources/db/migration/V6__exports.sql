-- Exports of lists. The file is kept in pieces of about a megabyte, so that neither writing nor reading it needs memory.
create table list_export (
  tenant         smallint    not null,
  id             uuid        not null,
  list_id        uuid        not null,
  fields         text[]      not null,
  status         text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  created_by     uuid,
  start_date     timestamptz not null,
  end_date       timestamptz,
  rows           integer     not null default 0,
  bytes          bigint      not null default 0,
  failure_reason text,
  -- The last sign of life of the process that writes it.
  heartbeat      timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, list_id) references record_list
) with (fillfactor = 70);
create index list_export_orphans on list_export (heartbeat) where status = 'IN_PROGRESS';
create index list_export_old on list_export (end_date) where status <> 'IN_PROGRESS';

create table export_chunk (
  tenant    smallint not null,
  export_id uuid     not null,
  chunk     integer  not null,
  content   bytea    not null,
  primary key (tenant, export_id, chunk),
  foreign key (tenant, export_id) references list_export on delete cascade
);
-- Compressing would cost more than writing.
alter table export_chunk alter column content set storage external;
