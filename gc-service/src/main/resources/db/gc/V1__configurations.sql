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

-- The revision that follows another one: the time in microseconds since 1970, or one more. A counter would come to the
-- same numbers again after a restore, and the entity tag of a lost state would fit another one.
create function next_revision(last bigint) returns bigint language sql as $$
  select greatest(last + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
$$;

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
  -- Of the answer, which its own changes and those of what it resolves to change. Of two edits that began from the same
  -- one, one passes. Written by SQL only.
  revision bigint not null default next_revision(0),
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
  -- Null where the application gives none.
  component_title text,
  -- Of a change set: the configuration whose place it takes.
  overrides text,
  -- Of a stream: the container that creates its baselines.
  baselines text,
  loaded timestamptz not null default now()
);

create index local_configuration_component on local_configuration (component, id);

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

-- Whoever changes a configuration, by hand as well, notifies the instances that listen.
create function notify_revision() returns trigger language plpgsql as $$
begin
  perform pg_notify('gc_revision', '');
  return null;
end $$;

create trigger configuration_revision
after update or delete or truncate on configuration
for each statement execute function notify_revision();

-- Where an application says something else of its stream than before, all that it contributes to resolves to something
-- else. The lock is that of the class Graph.
create function count_local_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('gc-graph'));
  with recursive above (id) as (
    select configuration from contribution where local = new.id
    union
    select c.configuration from contribution c join above a on c.global = a.id)
  update configuration set revision = next_revision(revision) where id in (select id from above);
  return null;
end $$;

create trigger local_configuration_change
after update on local_configuration for each row
when ((old.component, old.kind, old.overrides) is distinct from (new.component, new.kind, new.overrides))
execute function count_local_change();

-- Instances that answer revisions from memory until then, unless they hear of a change before.
create table revision_reader (
  session text primary key,
  until timestamptz not null
);

-- The creation of a baseline, which may outlive the process that began it.
create table activity (
  id bigint generated always as identity primary key,
  stream bigint not null,
  -- What the request says of the baseline; without a title one is made.
  title text,
  description text,
  subjects text[] not null default '{}',
  archived boolean not null default false,
  creator text not null,
  -- Recognizes the request that began it when it is sent again; null where it has no key, or where the activity has
  -- failed: then it may be sent again.
  sent_key text,
  -- Recognizes a request to an application when it is sent again for the same activity. Random: numbers of activities
  -- come again where the database is restored.
  request_key uuid not null default gen_random_uuid(),
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
create unique index activity_sent on activity (stream, sent_key) where sent_key is not null;
create index activity_ended on activity (modified) where state <> 'IN_PROGRESS';

-- Which baseline an application has made of a stream for an activity.
create table activity_step (
  activity bigint not null references activity (id) on delete cascade,
  stream bigint not null references local_configuration (id),
  baseline bigint not null references local_configuration (id),
  primary key (activity, stream)
);

-- Both are looked up before configurations of applications are removed that nothing refers to.
create index activity_step_stream on activity_step (stream);
create index activity_step_baseline on activity_step (baseline);

-- Finds parts of titles. The extension is trusted: who owns the database may make it (PostgreSQL 13 and later).
create extension if not exists pg_trgm;

create index component_title_parts on component using gin (title gin_trgm_ops);
create index configuration_title_parts on configuration using gin (title gin_trgm_ops);

-- The order in which all of a kind are listed.
create index component_title on component ((lower(title) collate "C"), id);
create index configuration_title on configuration (kind, (lower(title) collate "C"), id) where not archived;

-- Forms that were sent lately, so that a double click does nothing twice; see the class SentForms.
create table sent_form (
  -- A hash of who sent what where, with the page's own token.
  id bytea primary key,
  sent timestamptz not null default now(),
  -- Where the answer led to; null until there is one.
  location text,
  -- The cookie of the answer, by which the change can be undone.
  cookie text
);

create index sent_form_sent on sent_form (sent);
