-- Every URI is stored once. Its key is computed from its text (the first 128 bits of SHA-256), so that a batch of artifacts
-- is written without a question for ids.
create table uri (
  id uuid primary key,
  value text not null
);

create table link_type (
  id integer generated always as identity primary key,
  uri text not null unique
);

-- A tracked resource set. What people set, what was read of it, when it is due, and which process reads it.
create table data_source (
  id integer generated always as identity primary key,
  name text not null unique,
  trs text not null unique,
  catalog text,
  origins text[] not null default '{}',
  poll_seconds integer not null,
  threads integer not null,
  configured boolean not null default false,
  paused boolean not null default false,
  -- NEW: nothing is read; BASE: pages of the base are being read; LOG: the base is read, the log since its cutoff is not;
  -- CURRENT: the index is what the feed said at the sync point.
  phase text not null default 'NEW' check (phase in ('NEW', 'BASE', 'LOG', 'CURRENT')),
  generation integer not null default 0,
  next_page text,
  cutoff text,
  sync_event text,
  sync_order numeric,
  -- When it is read next; asked: at once.
  next_poll timestamptz not null default now(),
  asked boolean not null default false,
  reindex boolean not null default false,
  validate boolean not null default false,
  -- A batch is written only while its process has the lease of the same epoch.
  owner uuid,
  epoch bigint not null default 0,
  heartbeat timestamptz,
  failure text,
  failed_since timestamptz
) with (fillfactor = 50);

-- What a data source lists: a resource, or a version of one.
create table artifact (
  uri uuid not null,
  data_source integer not null,
  generation integer not null,
  concept uuid not null,
  component uuid,
  title text,
  primary key (uri, data_source)
);
create index artifact_concept on artifact (concept);
-- For removing unused URIs; null for what has no versions.
create index artifact_component on artifact (component) where component is not null;

create table link (
  artifact uuid not null,
  target uuid not null,
  data_source integer not null,
  predicate integer not null,
  primary key (artifact, target, data_source, predicate)
);
create index link_target on link (target);

-- The newest events that were read, so that one whose order comes late is seen.
create table recent_event (
  data_source integer not null references data_source on delete cascade,
  event uuid not null,
  position numeric not null,
  primary key (data_source, event)
);
create index recent_event_position on recent_event (data_source, position);

-- A row for each polling interval.
create table poll (
  id bigint generated always as identity primary key,
  data_source integer not null references data_source on delete cascade,
  kind text not null check (kind in ('INITIAL', 'INCREMENTAL')),
  began timestamptz not null default now(),
  ended timestamptz,
  runs integer not null default 1,
  retrieved bigint not null default 0,
  deleted bigint not null default 0,
  skipped bigint not null default 0,
  links bigint not null default 0,
  millis bigint not null default 0,
  failure text,
  warning text
) with (fillfactor = 70);
create index poll_of_source on poll (data_source, id desc);

-- Resources that could not be indexed. Those whose fault may pass are tried again.
create table skipped (
  data_source integer not null references data_source on delete cascade,
  uri text not null,
  reason text not null,
  since timestamptz not null default now(),
  last_try timestamptz not null default now(),
  tries integer not null default 1,
  passing boolean not null,
  next_try timestamptz,
  primary key (data_source, uri)
);

-- The last comparison of a feed with the index.
create table validation (
  data_source integer primary key references data_source on delete cascade,
  ended timestamptz not null,
  members bigint not null,
  missing bigint not null,
  extra bigint not null,
  stale bigint not null,
  failed bigint not null,
  examples jsonb not null
);
-- The members of the feed, while they are compared.
create unlogged table validation_member (
  data_source integer not null,
  uri uuid not null,
  primary key (data_source, uri)
);

-- Local configurations of which somebody has asked, and the versions that they select.
create table configuration (
  id integer generated always as identity primary key,
  uri text not null unique,
  baseline boolean not null,
  loaded timestamptz not null
);
create table selection (
  configuration integer not null references configuration on delete cascade,
  version uuid not null,
  primary key (configuration, version)
);

-- Data sources that people removed, until their artifacts and links are removed, too.
create table removed_source (
  id integer primary key
);
