-- What one attempt of a refresh writes is never in the way of another: a process that was stopped in the middle may hold
-- its transaction open while a second one fills the list. Only the attempt that completes the refresh is committed.
alter table list_segment
  add column attempt integer not null default 1,
  drop constraint list_segment_pkey,
  add primary key (tenant, refresh_id, segment, attempt);
