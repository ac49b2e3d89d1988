-- The storage areas. The folder of each is marked with its id.
create table area (
  name text primary key,
  id uuid not null default gen_random_uuid(),
  -- When files that no row names were looked for.
  swept_at timestamptz
);

create sequence blob_generation;

-- A content, once for all documents that have it. The row is locked while its file is put in place or taken away.
create table blob (
  digest bytea primary key check (length(digest) = 32),
  size bigint not null check (size >= 0),
  area text not null,
  -- Another number whenever its file is put in place or found damaged: caches of every instance keep contents by it.
  generation bigint not null default nextval('blob_generation'),
  -- Since when no version refers to it; its file goes after the grace period.
  unreferenced_since timestamptz,
  quarantined_at timestamptz
);
create index blob_unreferenced on blob (unreferenced_since) where unreferenced_since is not null;
create index blob_area on blob (area) include (size, quarantined_at);
create index blob_quarantined on blob (quarantined_at) where quarantined_at is not null;

-- The verification of contents in parts, by the first byte of their digests. One instance at a time verifies a part.
create table scrub (
  part integer primary key,
  owner uuid,
  heartbeat timestamptz,
  begun_at timestamptz,
  -- null where the part is to be verified now
  ended_at timestamptz,
  contents bigint not null default 0,
  bytes bigint not null default 0,
  damaged bigint not null default 0,
  unreadable bigint not null default 0
);
insert into scrub (part) select generate_series(0, 63);

-- A folder, or a document with all its versions.
create table object (
  id uuid primary key,
  parent uuid references object (id),
  name text not null check (length(name) between 1 and 255),
  is_folder boolean not null,
  type text not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  change_token bigint not null default 1,
  properties jsonb not null default '{}',
  unique (parent, name)
);
-- One root: the folder without a parent.
create unique index object_root on object ((parent is null)) where parent is null;
-- Trees of folders are read without the documents in them.
create index object_folders on object (parent, name) where is_folder;

create table version (
  id uuid primary key,
  object uuid not null references object (id) on delete cascade,
  number integer not null,
  -- null for a private working copy
  label text,
  is_major boolean not null,
  is_latest boolean not null,
  is_latest_major boolean not null,
  is_working_copy boolean not null default false,
  name text not null check (length(name) between 1 and 255),
  type text not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  change_token bigint not null default 1,
  comment text,
  digest bytea references blob (digest),
  size bigint,
  media_type text,
  file_name text,
  search_type integer,
  properties jsonb not null default '{}',
  -- The words of the content, where it is a text.
  text tsvector,
  unique (object, number),
  check (not (is_working_copy and is_latest)),
  check ((digest is null) = (size is null))
);
create unique index version_latest on version (object) where is_latest;
-- One working copy at a time, whoever asks.
create unique index version_working_copy on version (object) where is_working_copy;
create index version_digest on version (digest);
create index version_text on version using gin (text) where text is not null;
-- With the id, so that pages of results come from it in their order.
create index version_search_type on version (search_type, id);

-- What changed, in the order in which transactions began; read only below all that still run.
create table change (
  transaction xid8 not null default pg_current_xact_id(),
  number bigint generated always as identity,
  object uuid not null,
  kind text not null,
  at timestamptz not null,
  primary key (transaction, number)
);

-- A content that a client sends in pieces, until it has become a document and the client had time to ask.
create table upload (
  id uuid primary key,
  -- Where a document is made, or the version that gets a new content.
  folder uuid,
  target uuid,
  name text not null,
  type text not null,
  media_type text not null,
  -- The header as the client sent it: responses to HEAD have it.
  metadata text not null default '',
  length bigint not null check (length >= 0),
  -- Bytes that are on disk.
  received bigint not null default 0,
  area text not null,
  -- Counts takeovers: each has a file of its own, which no process of before writes to.
  epoch integer not null default 0,
  owner uuid,
  heartbeat timestamptz,
  created_by text not null,
  expires_at timestamptz not null,
  document uuid,
  check ((folder is null) <> (target is null))
);
create index upload_expiry on upload (expires_at);

-- Last: an index made after it would tell the planner of a table of one row, and foreign keys be checked by its scan.
insert into object (id, name, is_folder, type, created_by, created_at, modified_by, modified_at)
values ('00000000-0000-0000-0000-000000000001', '/', true, 'cmis:folder', 'system', now(), 'system', now());
