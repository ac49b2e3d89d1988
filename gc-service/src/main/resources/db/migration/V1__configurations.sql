-- What every URI of this database begins with.
create table installation (
  is_one boolean primary key default true check (is_one),
  base_uri text not null
);

create sequence component_id;
create sequence configuration_id;

create table component (
  id bigint primary key,
  title text not null,
  description text,
  subjects text[] not null default '{}',
  creator text not null,
  created timestamptz not null,
  modified timestamptz not null,
  -- Counts edits: of two that began from the same state, one passes.
  version bigint not null
);

create table configuration (
  id bigint primary key,
  component bigint not null references component (id),
  kind text not null check (kind in ('STREAM', 'BASELINE')),
  title text not null,
  description text,
  subjects text[] not null default '{}',
  branch text,
  -- A staging stream accepts baselines only, and knows the stream whose baseline it becomes.
  accepts text not null check (accepts in ('ANY', 'BASELINES')),
  staging_of bigint,
  -- Of a stream: the baseline that it began from, which may be gone.
  began_from bigint,
  -- Of a baseline. No foreign key: a stream may be deleted, its baselines stay.
  baseline_of_stream bigint,
  -- Of a baseline: the one before it in its stream. Of a stream: its newest, or the one that it began from.
  previous_baseline bigint references configuration (id),
  archived boolean not null default false,
  creator text not null,
  created timestamptz not null,
  modified timestamptz not null,
  -- Counts edits: of two that began from the same state, one passes.
  version bigint not null,
  -- Counts changes of the answer: its own, and those of what it resolves to. Written by SQL only.
  revision bigint not null default 1,
  check ((kind = 'BASELINE') = (baseline_of_stream is not null))
);

create index configuration_component on configuration (component, id);
create index configuration_baselines on configuration (baseline_of_stream, id) where kind = 'BASELINE';
create index configuration_streams on configuration (began_from, id) where kind = 'STREAM';
create index configuration_previous on configuration (previous_baseline, id);

-- Streams and baselines of the applications, as far as they were contributed: what does not change of them.
create table local_configuration (
  id bigint generated always as identity primary key,
  uri text not null unique,
  component text not null,
  kind text not null check (kind in ('STREAM', 'BASELINE')),
  title text not null,
  -- Of a change set: the configuration whose place it takes.
  overrides text,
  loaded timestamptz not null default now()
);

create table contribution (
  configuration bigint not null references configuration (id) on delete cascade,
  -- The fragment of its URI.
  slug text not null,
  -- oslc_config:contributionOrder, compared by code points.
  position text collate "C" not null,
  global bigint references configuration (id),
  local bigint references local_configuration (id),
  overrides text,
  primary key (configuration, slug),
  unique (configuration, global),
  unique (configuration, local),
  check (num_nonnulls(global, local) = 1)
);

create index contribution_global on contribution (global) where global is not null;
create index contribution_local on contribution (local) where local is not null;

-- Changes that are committed, or not yet, and have no order so far.
create table change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('Creation', 'Modification', 'Deletion')),
  resource text not null
);

-- The creation of a baseline, which may outlive the process that began it.
create table activity (
  id bigint generated always as identity primary key,
  stream bigint not null,
  title text,
  creator text not null,
  state text not null check (state in ('IN_PROGRESS', 'COMPLETE', 'FAILED')),
  message text not null,
  -- Of a failure: the status of the answer.
  status integer,
  -- Of a success: the baseline, and whether it was there before.
  baseline bigint,
  is_reused boolean,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  -- Who works on it until when. Each time that it is taken over the claim is another one, and what the
  -- process before it still writes does not count.
  claim bigint not null default 1,
  lease_until timestamptz not null
);

create index activity_leases on activity (lease_until) where state = 'IN_PROGRESS';
create index activity_ended on activity (modified) where state <> 'IN_PROGRESS';

-- Which baseline an application has made of a stream for an activity.
create table activity_step (
  activity bigint not null references activity (id) on delete cascade,
  stream bigint not null references local_configuration (id),
  baseline bigint not null references local_configuration (id),
  primary key (activity, stream)
);
