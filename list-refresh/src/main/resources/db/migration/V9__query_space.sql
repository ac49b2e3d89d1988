-- The space that queries take is bounded: how many results each has in query_results, at its process's last sign of life.
alter table query_details
  add column results integer not null default 0,
  add column of_refresh boolean not null default false;
update query_details set results = total_records where total_records is not null;
