-- Queries of their own, and those that refreshes in the compatible mode make: the original's two tables.
create table query_details (
  tenant         smallint    not null references tenant,
  query_id       uuid        not null,
  entity_type_id uuid        not null,
  fql_query      text        not null,
  fields         text[]      not null default '{}',
  created_by     uuid,
  status         text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  start_date     timestamptz not null,
  end_date       timestamptz,
  total_records  integer,
  failure_reason text,
  source         text        check (source in ('READER', 'WRITER')),
  position       pg_lsn,
  owner          uuid        not null,
  heartbeat      timestamptz not null,
  primary key (tenant, query_id)
);
create index query_details_orphans on query_details (heartbeat) where status = 'IN_PROGRESS';
create index query_details_old on query_details (end_date) where status <> 'IN_PROGRESS';

create table query_results (
  tenant    smallint not null,
  query_id  uuid     not null,
  result_id uuid     not null,
  primary key (tenant, query_id, result_id)
);
