-- The feed of components and configurations. Changes without an order are in the table "change".
create table feed (
  is_one boolean primary key default true check (is_one),
  last_position bigint not null default 0,
  -- Events up to this position were deleted.
  truncated bigint not null default 0,
  -- Fixed when the feed begins: the URIs of segments and pages depend on them.
  segment_size integer not null check (segment_size > 0),
  page_size integer not null check (page_size > 0)
);

create table event (
  position bigint primary key,
  -- Tells events of one position apart where the database was restored in between.
  incarnation bigint not null,
  kind text not null,
  -- The URI of a component or configuration.
  resource text not null,
  published timestamptz not null default clock_timestamp()
);

create table base (
  generation bigint primary key,
  -- The newest event that it accounts for; null before the first event.
  cutoff bigint,
  cutoff_incarnation bigint,
  members bigint not null,
  pages integer not null,
  made timestamptz not null default now(),
  superseded timestamptz
);

create table base_page (
  generation bigint not null references base (generation) on delete cascade,
  number integer not null,
  members text[] not null,
  primary key (generation, number)
);

-- Documents of the feed that do not change, as they are answered: a page of a base (its generation and number, and 0),
-- or a full segment of the log (its number, 0, and the incarnation of its last event).
create table prepared (
  kind text not null check (kind in ('base', 'log')),
  number bigint not null,
  page integer not null,
  incarnation bigint not null,
  format text not null,
  etag text not null,
  body bytea not null,
  primary key (kind, number, page, incarnation, format)
);
