-- Records
select table_name as "Records", case
    when number = 100000 then '100,000 or more' else to_char(number, 'FM99,990') end as "Number"
from (
  select 1, 'Instances', (select count(*) from (
    select from instance where tenant = :tenant limit 100000) counted)
  union all select 2, 'Holdings', (select count(*) from (
    select from holdings where tenant = :tenant limit 100000) counted)
  union all select 3, 'Items', (select count(*) from (
    select from item where tenant = :tenant limit 100000) counted)
  union all select 4, 'Users', (select count(*) from (
    select from app_user where tenant = :tenant limit 100000) counted)
  union all select 5, 'Open loans', (select count(*) from (
    select from loan where tenant = :tenant and status = 'Open' limit 100000) counted)
  union all select 6, 'Open requests', (select count(*) from (
    select from circulation_request
    where tenant = :tenant and status like 'Open%' limit 100000) counted)
) numbers (place, table_name, number)
order by place;

-- Lists
select l.name as "List", case when l.is_active then 'active' else 'inactive' end as "State",
  coalesce(r.status, 'never') as "Last refresh",
  to_char(r.refresh_start_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "Begun (UTC)",
  r.records_count as "Records"
from record_list l
  -- One that failed is named until another one succeeds.
left join list_refresh r on r.tenant = l.tenant
  and r.id = coalesce(l.in_progress_refresh_id, l.failed_refresh_id, l.success_refresh_id)
where l.tenant = :tenant and not l.is_deleted and not l.is_private
order by coalesce(r.refresh_start_date, l.updated_date) desc limit 50;

-- Imports
select j.file_name as "File", j.hrid as "Number", j.status as "Status",
  j.imported + case when j.completed_date is null then (
      select coalesce(sum(c.imported), 0) from import_chunk c where c.tenant = j.tenant and c.job_id = j.id)
    else 0 end || ' of ' || j.total as "Imported",
  to_char(j.started_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "Begun (UTC)",
  to_char(j.completed_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "Ended (UTC)"
from (select * from job_execution where tenant = :tenant order by created_date desc limit 20) j
order by j.created_date desc;

-- Circulation rules
select rules as "Rules" from circulation_rules where tenant = :tenant;

-- Loan policies
select name as "Loan policy", case when loanable then concat_ws(' ', details #>> '{loansPolicy,period,duration}',
    lower(details #>> '{loansPolicy,period,intervalId}')) else 'none' end as "Loan",
  case when details ->> 'renewable' = 'false' then 'none'
    when details #>> '{renewalsPolicy,unlimited}' = 'true' then 'no limit'
    else coalesce(details #>> '{renewalsPolicy,numberAllowed}', '0') end as "Renewals"
from loan_policy where tenant = :tenant order by name limit 200;

-- Desks
select name as "Desk", code as "Code", case when pickup_location then 'yes' else 'no' end as "Pickup"
from service_point where tenant = :tenant order by name limit 200;

-- Locations
select l.name as "Location", l.code as "Code", b.name as "Library"
from location l join library b on b.tenant = l.tenant and b.id = l.library_id
where l.tenant = :tenant order by l.name limit 200;

-- Patron groups
select g.name as "Patron group", coalesce(
    string_agg(c.name || ': ' || m.value, '; ' order by c.name) filter (where m.value is not null), 'none') as "Limits"
from patron_group g
left join patron_block_limit m on m.tenant = g.tenant and m.patron_group_id = g.id
left join patron_block_condition c on c.tenant = m.tenant and c.id = m.condition_id
where g.tenant = :tenant group by g.name order by g.name limit 200;
