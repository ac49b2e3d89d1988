-- Feeds (OSLC Tracked Resource Set 3.0), each by the application whose feed it is. Of the URI of a resource what follows
-- the start that all of the feed's resources have in common is stored.

create table feed (
  application text primary key,
  last_position bigint not null default 0,
  -- Events up to this position were deleted.
  truncated bigint not null default 0,
  -- Fixed when the feed begins: the URIs of segments and pages depend on them.
  segment_size integer not null check (segment_size > 0),
  page_size integer not null check (page_size > 0)
);

-- Changes that have no order yet; committed, or of transactions that still run.
create table change (
  application text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('Creation', 'Modification', 'Deletion')),
  resource text not null,
  primary key (application, id)
);

create table event (
  application text not null,
  position bigint not null,
  -- Tells events of one position apart where the database was restored in between.
  incarnation bigint not null,
  kind text not null,
  resource text not null,
  published timestamptz not null default clock_timestamp(),
  primary key (application, position)
);

create table base (
  application text not null,
  generation bigint not null,
  -- The newest event that it accounts for; null before the first event.
  cutoff bigint,
  cutoff_incarnation bigint,
  members bigint not null,
  pages integer not null,
  made timestamptz not null default now(),
  superseded timestamptz,
  primary key (application, generation)
);

create table base_page (
  application text not null,
  generation bigint not null,
  number integer not null,
  members text[] not null,
  primary key (application, generation, number),
  foreign key (application, generation) references base (application, generation) on delete cascade
);
