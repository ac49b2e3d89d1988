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

-- False until a write needs the rows: then it stores those of the data that is there, in its transaction. So it is with
-- all data that is older than this table.
alter table anchor add column reference_ends_kept boolean not null default false;

create function take_reference_ends_along() returns trigger language plpgsql as $$
begin
  delete from reference_end where anchor_id = old.id;
  return null;
end
$$;
-- For the reasons of take_fragments_along. Anchors without rows do not call it.
create trigger anchor_reference_ends after delete on anchor for each row when (old.reference_ends_kept)
  execute function take_reference_ends_along();
alter function take_reference_ends_along() set plan_cache_mode = force_generic_plan;
alter function take_reference_ends_along() set enable_seqscan = off;
