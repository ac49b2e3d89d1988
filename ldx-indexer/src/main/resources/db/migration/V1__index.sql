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

-- A tracked resource set: its settings, how far it was read, when it is due, and which process reads it.
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
  -- When it is read next, unless a poll was requested before.
  next_poll timestamptz not null default now(),
  poll_requested boolean not null default false,
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
-- For removing unused URIs; null for artifacts without versions.
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
-- Rows without an end are looked for at the beginning of each poll.
create index poll_open on poll (data_source) where ended is null;

-- Resources that could not be indexed. Those whose fault may pass are tried again.
create table skipped (
  data_source integer not null references data_source on delete cascade,
  uri text not null,
  reason text not null,
  since timestamptz not null default now(),
  last_try timestamptz not null default now(),
  tries integer not null default 1,
  passing boolean not null,
  -- The server answered 404 or 410: the log may have its deletion.
  gone boolean not null default false,
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
-- The members of the feed, while they are compared; one that is not indexed has no other place where its URI is written.
create unlogged table validation_member (
  data_source integer not null,
  uri uuid not null,
  value text not null,
  primary key (data_source, uri)
);

-- Configurations that queries named. Local ones select versions; global ones resolve to local ones.
create table configuration (
  id integer generated always as identity primary key,
  uri text not null unique,
  baseline boolean not null,
  global boolean not null default false,
  -- When the reading began that is stored; an older one never replaces a newer one.
  loaded timestamptz not null,
  -- Addresses and entity tags of the documents that were read, in turn; null where one has no entity tag.
  pages text[],
  -- When a global configuration's document was last read whole.
  resolved timestamptz,
  -- Whether it names configurations of servers whose feeds are not indexed; those may be indexed some day.
  partial boolean not null default false,
  -- Of a global configuration: when the selections of its streams were last read, or could not be.
  selections_loaded timestamptz,
  -- Unused configurations are removed. Not more exact than a day.
  last_used timestamptz not null default now()
);
create index configuration_last_used on configuration (last_used);

create table selection (
  configuration integer not null references configuration on delete cascade,
  version uuid not null,
  -- When the configuration was seen not to select it any more: it counts until its replacement is indexed.
  replaced timestamptz,
  primary key (configuration, version)
);
create index selection_replaced on selection (version) where replaced is not null;

-- The local configuration that a global one selects for a component. A component has one: the first in the global
-- configuration's order; later ones are skewed and do not count.
create table resolved (
  global integer not null references configuration on delete cascade,
  component uuid not null,
  local integer not null references configuration,
  primary key (global, component)
);
create index resolved_local on resolved (local);

-- Data sources that people removed, until their artifacts and links are removed, too.
create table removed_source (
  id integer primary key
);

-- Feeds of data sources that the configuration names and people removed: they stay away when the service starts again.
create table dismissed_source (
  trs text primary key
);
