-- The revision that follows another one: the time in microseconds since 1970, or one more. A counter would come to the
-- same numbers again after a restore, and the entity tag of a lost state would fit another one.
create function next_revision(last bigint) returns bigint language sql as $$
  select greatest(last + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
$$;

alter table configuration alter column revision set default next_revision(0);

-- Of two edits that began from the same revision, one passes.
alter table configuration drop column version;

create or replace function count_local_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('gc-graph'));
  with recursive above (id) as (
    select configuration from contribution where local = new.id
    union
    select c.configuration from contribution c join above a on c.global = a.id)
  update configuration set revision = next_revision(revision) where id in (select id from above);
  return null;
end $$;
