-- Lists. The three refresh columns are set by refreshes, never by an edit of the list.
create table record_list (
  tenant                 smallint    not null references tenant,
  id                     uuid        not null,
  name                   text        not null check (length(name) between 1 and 255),
  description            text        check (length(description) <= 1024),
  entity_type_id         uuid        not null,
  fql_query              text,
  user_friendly_query    text,
  fields                 text[]      not null default '{}',
  is_active              boolean     not null,
  is_private             boolean     not null,
  is_canned              boolean     not null default false,
  is_deleted             boolean     not null default false,
  version                integer     not null,
  created_by             uuid,
  created_by_username    text,
  created_date           timestamptz not null,
  updated_by             uuid,
  updated_by_username    text,
  updated_date           timestamptz not null,
  success_refresh_id     uuid,
  failed_refresh_id      uuid,
  in_progress_refresh_id uuid,
  primary key (tenant, id)
) with (fillfactor = 80);
create index record_list_name on record_list (tenant, lower(name)) where not is_deleted;
create index record_list_updated on record_list (tenant, updated_date) where not is_deleted;

create table list_version (
  tenant              smallint    not null,
  list_id             uuid        not null,
  version             integer     not null,
  name                text        not null,
  description         text,
  fql_query           text,
  user_friendly_query text,
  fields              text[]      not null,
  is_active           boolean     not null,
  is_private          boolean     not null,
  updated_by          uuid,
  updated_by_username text,
  updated_date        timestamptz not null,
  primary key (tenant, list_id, version),
  foreign key (tenant, list_id) references record_list
);

create table list_refresh (
  tenant                smallint    not null,
  id                    uuid        not null,
  list_id               uuid        not null,
  list_version          integer     not null,
  mode                  text        not null check (mode in ('COMPAT', 'FAST')),
  status                text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  refreshed_by          uuid,
  refreshed_by_username text,
  refresh_start_date    timestamptz not null,
  refresh_end_date      timestamptz,
  records_count         integer,
  content_version       integer,
  -- What the contents show: everything committed before this position of the writer's log.
  source                text        check (source in ('READER', 'WRITER')),
  position              pg_lsn,
  error_code            text,
  error_message         text,
  -- The process that fills the list, and its last sign of life.
  owner                 uuid        not null,
  heartbeat             timestamptz not null,
  attempt               integer     not null default 1,
  -- Whether rows of contents may be there; those of no use are removed later.
  has_contents          boolean     not null default true,
  primary key (tenant, id),
  foreign key (tenant, list_id) references record_list
) with (fillfactor = 70);
-- One refresh of a list at a time, whatever two requests do.
create unique index list_refresh_in_progress on list_refresh (tenant, list_id) where status = 'IN_PROGRESS';
create index list_refresh_leftovers on list_refresh (tenant, list_id) where has_contents and status <> 'IN_PROGRESS';
create index list_refresh_orphans on list_refresh (heartbeat) where status = 'IN_PROGRESS';

-- Contents of the fast mode: 1,000 ids a row, in the order of the ids, so that the page at any offset is one row away.
-- Partition key, where it becomes too large: tenant.
create table list_segment (
  tenant     smallint not null,
  refresh_id uuid     not null,
  segment    integer  not null,
  ids        uuid[]   not null,
  primary key (tenant, refresh_id, segment)
);
-- Random ids do not compress.
alter table list_segment alter column ids set storage external;

-- Contents of the compatible mode: the original's table, a row for each record in twelve partitions.
create table list_contents (
  tenant     smallint not null,
  list_id    uuid     not null,
  refresh_id uuid     not null,
  sort_seq   integer  not null,
  content_id uuid     not null,
  primary key (tenant, list_id, refresh_id, content_id)
) partition by hash (list_id);
do $$
begin
  for part in 0..11 loop
    execute format(
      'create table list_contents_%1$s partition of list_contents for values with (modulus 12, remainder %1$s)', part);
  end loop;
end
$$;
create index list_contents_order on list_contents (tenant, refresh_id, sort_seq);
