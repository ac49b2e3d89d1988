-- The applications whose resources this database holds, each with what every URI of its resources begins with.
create table application (
  name text primary key,
  base_uri text not null
);

-- A project area. In a versioned application it is one component, too.
create table project (
  application text not null references application (name),
  number integer not null,
  title text not null,
  primary key (application, number)
);

create sequence configuration_id;
create sequence artifact_id;
create sequence version_id;

-- Numbers the changes of streams. A save draws one under a shared lock of its stream, a baseline under an exclusive one:
-- what a stream selected when a baseline was made is what had begun by then and had not ended.
create sequence moment;

create table configuration (
  application text not null,
  id bigint not null,
  project integer not null,
  kind text not null check (kind in ('stream', 'baseline')),
  title text not null,
  created timestamptz not null default now(),
  -- Of a baseline: the stream that it froze, and when.
  stream bigint,
  moment bigint,
  -- Of a baseline: the one before it in its stream. Of a stream: the one that it began from.
  previous bigint,
  -- Of a baseline: by what the request is recognized that made it, when it is sent again, and the title that it gave, ''
  -- where it gave none. Null where the request cannot be recognized.
  request_key text,
  request_title text,
  primary key (application, id),
  foreign key (application, project) references project (application, number),
  check ((kind = 'baseline') = (stream is not null and moment is not null))
);

create index configuration_project on configuration (application, project, id);
create index configuration_stream on configuration (application, stream, moment) where kind = 'baseline';
create index configuration_baselines on configuration (application, stream, id) where kind = 'baseline';
create index configuration_previous on configuration (application, previous, id);
create unique index configuration_request on configuration (application, stream, request_key)
  where request_key is not null;

-- A work item, or the concept that versions are versions of.
create table artifact (
  application text not null,
  id bigint not null,
  project integer not null,
  created timestamptz not null default now(),
  primary key (application, id),
  foreign key (application, project) references project (application, number)
);

create index artifact_project on artifact (application, project, id);

-- What an artifact says. A work item has one row, of the same id, that is changed; a test case or requirement gets a new
-- one with each save.
create table version (
  application text not null,
  id bigint not null,
  artifact bigint not null,
  number integer not null,
  title text not null,
  description text,
  subjects text[] not null default '{}',
  modified timestamptz not null default now(),
  -- Whether it is a member of the tracked resource set.
  tracked boolean not null default true,
  primary key (application, id)
);

create index version_artifact on version (application, artifact, number);

-- Which version of an artifact a stream selects, from one moment until another.
create table selection (
  application text not null,
  configuration bigint not null,
  artifact bigint not null,
  version bigint not null,
  since bigint not null,
  until bigint,
  primary key (application, configuration, artifact, since)
);

create index selection_version on selection (application, version);

create table link (
  application text not null,
  version bigint not null,
  predicate text not null,
  target text not null
);

create index link_version on link (application, version);
create index link_target on link (application, target);

-- Up to which position Kafka has heard of events.
create table hint (
  application text primary key references application (name),
  sent bigint not null
);
