create table dataspace (
  id   bigint generated always as identity primary key,
  name text not null unique
);

-- The sources of a schema set, kept once however many schema sets share them.
create table yang_sources (
  digest     text primary key,
  file_names text[] not null,
  texts      text[] not null,
  -- Names, revisions and namespaces of the modules, so that a list of schema sets needs no parsing.
  modules    jsonb not null
);

create table schema_set (
  id           bigint generated always as identity primary key,
  dataspace_id bigint not null references dataspace,
  name         text not null,
  digest       text not null references yang_sources,
  unique (dataspace_id, name)
);
create index schema_set_digest on schema_set (digest);

create table anchor (
  id                  bigint generated always as identity primary key,
  -- Follows from the schema set; here so that names are unique in the dataspace.
  dataspace_id        bigint not null,
  schema_set_id       bigint not null references schema_set,
  name                text not null,
  -- False until a write needs rows of reference_end: then it stores those of the data that is there, in its
  -- transaction.
  reference_ends_kept boolean not null default false,
  unique (dataspace_id, name)
);
create index anchor_schema_set on anchor (schema_set_id);

-- One row for each container and list entry. Partition key, where one table becomes too large: anchor_id.
-- No foreign key to anchor: checking it for each row costs more than storing the row (docs/cps-core.md has the
-- figures). Writers lock the anchor's row instead, and the trigger below takes the fragments along.
create sequence write_number;
create table fragment (
  anchor_id  bigint   not null,
  -- Names and keys only, compared by byte: a subtree is one range of the primary key.
  xpath      text     not null collate "C",
  depth      smallint not null,
  -- Order among siblings, which lists that are ordered by the user keep (RFC 7950, section 7.7.7): the number of the
  -- write that created it, then its place in it. One number for each fragment would cost a fifth of the insert.
  position   bigint   not null,
  attributes jsonb    not null,
  primary key (anchor_id, xpath)
);

-- Both ends of the leafrefs whose path starts outside of any list entry (most often an absolute path): whoever refers,
-- and whoever may be referred to, is found by what they have in common, however many others the anchor has. References
-- within one list entry are looked for in that entry, and models without leafrefs have no rows here.
create table reference_end (
  anchor_id bigint  not null,
  -- Of the fragment that has the leaf.
  xpath     text    not null collate "C",
  -- Whether its leaf refers; else others may refer to it.
  refers    boolean not null,
  -- A hash of what is referred to: the target leaf, the keys that the path names, the value.
  target    uuid    not null,
  primary key (anchor_id, xpath, refers, target)
);
create index reference_end_target on reference_end (anchor_id, target, refers);

-- The planner would plan a trigger's statement for each anchor anew, which takes as long as deleting its fragments: it
-- takes the general plan for dearer than it is. That plan has to use the primary key also where it is made on an empty
-- table.
create function take_fragments_along() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
begin
  delete from fragment where anchor_id = old.id;
  return null;
end
$$;
create function take_reference_ends_along() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
begin
  delete from reference_end where anchor_id = old.id;
  return null;
end
$$;
-- After the row is locked and with a snapshot of its own, so that no fragment of a writer that came first is missed.
create trigger anchor_fragments after delete on anchor for each row execute function take_fragments_along();
-- Anchors without rows do not call it.
create trigger anchor_reference_ends after delete on anchor for each row when (old.reference_ends_kept)
  execute function take_reference_ends_along();

-- Events of changes that are committed and not yet published. Small and always changing: cleaned by count, not by share.
create table event_outbox (
  lane         smallint    not null,
  id           bigint      generated always as identity,
  event_id     uuid        not null,
  topic        text        not null,
  key          text        not null,
  body         text        not null,
  created_date timestamptz not null default now(),
  primary key (lane, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
