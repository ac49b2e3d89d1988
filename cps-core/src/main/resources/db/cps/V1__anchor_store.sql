create table dataspace (
  id   bigint generated always as identity primary key,
  name text not null unique
);

-- The sources of a schema set, kept once however many schema sets share them.
create table yang_sources (
  digest     text primary key,
  file_names text[] not null,
  texts      text[] not null
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
  id            bigint generated always as identity primary key,
  -- Follows from the schema set; here so that names are unique in the dataspace.
  dataspace_id  bigint not null,
  schema_set_id bigint not null references schema_set,
  name          text not null,
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

create function take_fragments_along() returns trigger language plpgsql as $$
begin
  delete from fragment where anchor_id = old.id;
  return null;
end
$$;
-- After the row is locked and with a snapshot of its own, so that no fragment of a writer that came first is missed.
create trigger anchor_fragments after delete on anchor for each row execute function take_fragments_along();
