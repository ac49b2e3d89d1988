-- What is removed when it is older than :age: a few rows by each statement, which is repeated while it finds any.

-- Versions of lists that another one has replaced so long ago
with old as materialized (
  select v.tenant, v.list_id, v.version from list_version v
  where exists (select from list_version n where n.tenant = v.tenant and n.list_id = v.list_id
    and n.version > v.version and n.updated_date < now() - :age * interval '1 second')
  limit 1000)
delete from list_version v using old o
where v.tenant = o.tenant and v.list_id = o.list_id and v.version = o.version;

-- Refreshes that no list shows
with old as materialized (
  select r.tenant, r.id from list_refresh r
  where r.refresh_end_date < now() - :age * interval '1 second' and r.status <> 'IN_PROGRESS' and not r.has_contents
    and not exists (select from record_list l where l.tenant = r.tenant and l.id = r.list_id
      and r.id in (l.success_refresh_id, l.failed_refresh_id))
    -- The next content's version follows the last one.
    and (r.content_version is null or exists (select from list_refresh n where n.tenant = r.tenant
      and n.list_id = r.list_id and n.content_version > r.content_version))
  limit 1000)
delete from list_refresh r using old o where r.tenant = o.tenant and r.id = o.id;

-- Lists that were deleted so long ago, with the last refresh
with old as materialized (
  select l.tenant, l.id from record_list l
  where l.is_deleted and l.updated_date < now() - :age * interval '1 second'
    and not exists (select from list_export e where e.tenant = l.tenant and e.list_id = l.id)
    and not exists (select from list_refresh r
      where r.tenant = l.tenant and r.list_id = l.id and (r.has_contents or r.status = 'IN_PROGRESS'))
  limit 100),
refreshes as (
  delete from list_refresh r using old o where r.tenant = o.tenant and r.list_id = o.id)
delete from record_list l using old o where l.tenant = o.tenant and l.id = o.id;

-- Records in the logs of imports
with old as materialized (
  select e.tenant, e.job_id, e.record from job_execution j
  join job_log_entry e on e.tenant = j.tenant and e.job_id = j.id
  where j.completed_date < now() - :age * interval '1 second'
  limit 1000)
delete from job_log_entry e using old o
where e.tenant = o.tenant and e.job_id = o.job_id and e.record = o.record;

-- Their chunks
with old as materialized (
  select c.tenant, c.job_id, c.number from job_execution j
  join import_chunk c on c.tenant = j.tenant and c.job_id = j.id
  where j.completed_date < now() - :age * interval '1 second'
  limit 1000)
delete from import_chunk c using old o
where c.tenant = o.tenant and c.job_id = o.job_id and c.number = o.number;

-- Imports of which nothing else is left, with their files
with old as materialized (
  select j.tenant, j.id from job_execution j
  where (j.completed_date < now() - :age * interval '1 second'
      -- Nobody has had it processed.
      or j.status in ('NEW', 'FILE_UPLOADED') and j.created_date < now() - :age * interval '1 second')
    and not exists (select from job_log_entry e where e.tenant = j.tenant and e.job_id = j.id)
    and not exists (select from import_chunk c where c.tenant = j.tenant and c.job_id = j.id)
  limit 100),
files as (
  delete from upload_definition d using old o where d.tenant = o.tenant and d.job_id = o.id)
delete from job_execution j using old o where j.tenant = o.tenant and j.id = o.id;
