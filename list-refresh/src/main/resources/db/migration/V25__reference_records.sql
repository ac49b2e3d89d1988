-- What an administrator stores by FOLIO's API: each record is kept as it came in details, and what statements compare,
-- join and order by is generated from it.
do $$
declare
  name text;
begin
  foreach name in array array['material_type', 'library', 'location', 'service_point', 'patron_group', 'loan_policy',
    'request_policy', 'notice_policy'] loop
    execute format('alter table %I add column details jsonb, add column version integer not null default 1, '
      'add column created_date timestamptz not null default now(), '
      'add column updated_date timestamptz not null default now()', name);
  end loop;
  foreach name in array array['institution', 'campus', 'loan_type', 'overdue_fine_policy', 'lost_item_fee_policy',
    'patron_block_condition', 'patron_block_limit'] loop
    execute format('create table %I (tenant smallint not null references tenant, id uuid not null, '
      'details jsonb not null, version integer not null default 1, created_date timestamptz not null default now(), '
      'updated_date timestamptz not null default now(), primary key (tenant, id))', name);
  end loop;
end $$;

-- Names and codes are unique from now on, whatever their case.
do $$
declare
  place record;
begin
  for place in select * from (values ('material_type', 'name'), ('library', 'name'), ('library', 'code'), ('location', 'name'),
    ('location', 'code'), ('service_point', 'name'), ('service_point', 'code'), ('patron_group', 'name'),
    ('loan_policy', 'name'), ('request_policy', 'name'), ('notice_policy', 'name')) n loop
    execute format('update %1$I x set %2$I = x.%2$I || '' '' || x.id where exists (select from %1$I y '
      'where y.tenant = x.tenant and lower(y.%2$I) = lower(x.%2$I) and y.id < x.id)', place.column1, place.column2);
  end loop;
end $$;

insert into institution (tenant, id, details)
select id, 'c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e', '{"name": "main", "code": "main"}' from tenant;
insert into campus (tenant, id, details)
select id, 'd622b459-d633-38f4-b4b2-83616eee9e20',
  '{"name": "main", "code": "main", "institutionId": "c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e"}'
from tenant;
insert into loan_type (tenant, id, details)
select id, '230e4f54-9889-36f3-87bb-58dd8501a96e', '{"name": "Can circulate"}' from tenant;
insert into overdue_fine_policy (tenant, id, details)
select id, '1c72c4ce-99d8-3aef-8766-0b599b3313b0', '{"name": "No fines"}' from tenant;
insert into lost_item_fee_policy (tenant, id, details)
select id, 'a2c7045f-1789-3fe4-a072-645b38395f99', '{"name": "No fees"}' from tenant;
insert into patron_block_condition (tenant, id, details)
select t.id, c.id::uuid, jsonb_build_object('name', c.name, 'valueType', c.type, 'blockRenewals', false,
  'blockRequests', false) || case
    when c.name = 'Maximum number of items charged out'
      and exists (select from patron_group g where g.tenant = t.id and g.max_items_out is not null)
    then '{"blockBorrowing": true, "message": "Patron has reached maximum allowed number of items charged out"}'
    else '{"blockBorrowing": false, "message": ""}'::jsonb end
from tenant t, (values
  ('3d7c52dc-c732-4223-8bf8-e5917801386f', 'Maximum number of items charged out', 'Integer'),
  ('72b67965-5b73-4840-bc0b-be8f3f6e047e', 'Maximum number of lost items', 'Integer'),
  ('584fbd4f-6a34-4730-a6ca-73a6a6a9d845', 'Maximum number of overdue items', 'Integer'),
  ('e5b45031-a202-4abb-917b-e1df9346fe2c', 'Maximum number of overdue recalls', 'Integer'),
  ('cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a', 'Maximum outstanding fee/fine balance', 'Double'),
  ('08530ac4-07f2-48e6-9dda-a97bc2bf7053', 'Recall overdue by maximum number of days', 'Integer')) c (id, name, type);
insert into patron_block_limit (tenant, id, details)
select tenant, gen_random_uuid(), jsonb_build_object('patronGroupId', id,
  'conditionId', '3d7c52dc-c732-4223-8bf8-e5917801386f', 'value', max_items_out)
from patron_group where max_items_out is not null;

update material_type set details = jsonb_build_object('name', name);
update notice_policy set details = jsonb_build_object('name', name, 'active', true);
update library set details =
  jsonb_build_object('name', name, 'code', code, 'campusId', 'd622b459-d633-38f4-b4b2-83616eee9e20');
update location l set details = jsonb_strip_nulls(jsonb_build_object('name', name, 'code', code, 'isActive', true,
  'institutionId', 'c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e', 'campusId', 'd622b459-d633-38f4-b4b2-83616eee9e20',
  'libraryId', library_id,
  'primaryServicePoint', (select s.id from service_point s where s.tenant = l.tenant order by s.code limit 1)));
update service_point set details = jsonb_build_object('name', name, 'code', code, 'discoveryDisplayName', name,
  'pickupLocation', pickup_location);
update patron_group set details = jsonb_build_object('group', name);
update request_policy set details = jsonb_build_object('name', name, 'requestTypes', to_jsonb(request_types));
update loan_policy set details = jsonb_strip_nulls(jsonb_build_object('name', name, 'loanable', loanable,
  'renewable', renewable,
  'loansPolicy', jsonb_build_object('profileId', 'Rolling',
    'period', jsonb_build_object('duration', period_days, 'intervalId', 'Days')),
  'renewalsPolicy', jsonb_build_object('unlimited', renewals is null, 'numberAllowed', renewals,
    'renewFromId', renew_from),
  'requestManagement', jsonb_build_object(
    'recalls', jsonb_build_object(
      'minimumGuaranteedLoanPeriod', case when guaranteed_days is not null then
        jsonb_build_object('duration', guaranteed_days, 'intervalId', 'Days') end,
      'recallReturnInterval', case when recall_days is not null then
        jsonb_build_object('duration', recall_days, 'intervalId', 'Days') end),
    'holds', jsonb_build_object('renewItemsWithRequest', renews_requested))));

-- The rules, and what they say line by line: the policies of the rule that fits, of several the one of the highest
-- rank. A condition is {letter, not, ids}.
create table circulation_rules (
  tenant       smallint    not null references tenant primary key,
  rules        text        not null,
  updated_date timestamptz not null default now()
);
insert into circulation_rules (tenant, rules)
select tenant, 'priority: criterium(m, g, t, s, c, b, a), number-of-criteria, last-line' || string_agg(
  e'\n' || coalesce(nullif(concat_ws(' + ', 'm ' || material_type_id, 'g ' || patron_group_id), ''), 'fallback-policy')
  || ': l ' || loan_policy_id || ' r ' || request_policy_id || ' n ' || notice_policy_id
  || ' o 1c72c4ce-99d8-3aef-8766-0b599b3313b0 i a2c7045f-1789-3fe4-a072-645b38395f99', ''
  order by (material_type_id is not null), (patron_group_id is not null), id)
from circulation_rule group by tenant;

create table circulation_line (
  tenant                  smallint not null references tenant,
  line                    integer  not null,
  rank                    bigint   not null,
  letters                 text     not null,
  conditions              jsonb    not null,
  loan_policy_id          uuid     not null,
  request_policy_id       uuid     not null,
  notice_policy_id        uuid     not null,
  overdue_fine_policy_id  uuid     not null,
  lost_item_fee_policy_id uuid     not null,
  primary key (tenant, line),
  foreign key (tenant, loan_policy_id) references loan_policy,
  foreign key (tenant, request_policy_id) references request_policy,
  foreign key (tenant, notice_policy_id) references notice_policy,
  foreign key (tenant, overdue_fine_policy_id) references overdue_fine_policy,
  foreign key (tenant, lost_item_fee_policy_id) references lost_item_fee_policy
);
create index circulation_line_rank on circulation_line (tenant, rank desc);
insert into circulation_line
select tenant,
  1 + row_number() over (partition by tenant
    order by (material_type_id is not null), (patron_group_id is not null), id),
  2 * (material_type_id is not null)::int + (patron_group_id is not null)::int,
  concat(case when material_type_id is not null then 'm' end, case when patron_group_id is not null then 'g' end),
  (select coalesce(jsonb_agg(jsonb_build_object('letter', letter, 'not', false, 'ids', jsonb_build_array(id))), '[]')
    from (values ('m', material_type_id), ('g', patron_group_id)) k (letter, id) where id is not null),
  loan_policy_id, request_policy_id, notice_policy_id, '1c72c4ce-99d8-3aef-8766-0b599b3313b0',
  'a2c7045f-1789-3fe4-a072-645b38395f99'
from circulation_rule;
drop table circulation_rule;

alter table material_type drop column name;
alter table library drop column name, drop column code;
alter table location drop column name, drop column code, drop column library_id;
alter table service_point drop column name, drop column code, drop column pickup_location;
alter table patron_group drop column name, drop column max_items_out;
alter table request_policy drop column name, drop column request_types;
alter table notice_policy drop column name;
alter table loan_policy drop column name, drop column loanable, drop column period_days, drop column renewable,
  drop column renewals, drop column renew_from, drop column renews_requested, drop column guaranteed_days,
  drop column recall_days;

do $$
declare
  name text;
begin
  foreach name in array array['material_type', 'library', 'location', 'service_point', 'loan_policy', 'request_policy',
    'notice_policy', 'institution', 'campus', 'loan_type', 'overdue_fine_policy', 'lost_item_fee_policy',
    'patron_block_condition'] loop
    execute format('alter table %1$I alter column details set not null, '
      'add column name text not null generated always as (details ->> ''name'') stored', name);
    execute format('create unique index %1$s_name on %1$I (tenant, lower(name))', name);
  end loop;
  foreach name in array array['library', 'location', 'service_point', 'institution', 'campus'] loop
    execute format('alter table %1$I add column code text not null generated always as (details ->> ''code'') stored',
      name);
    execute format('create unique index %1$s_code on %1$I (tenant, lower(code))', name);
  end loop;
end $$;
alter table patron_group
  alter column details set not null,
  add column name text not null generated always as (details ->> 'group') stored;
create unique index patron_group_group on patron_group (tenant, lower(name));
alter table campus
  add column institution_id uuid not null generated always as ((details ->> 'institutionId')::uuid) stored,
  add foreign key (tenant, institution_id) references institution;
alter table library
  add column campus_id uuid not null generated always as ((details ->> 'campusId')::uuid) stored,
  add foreign key (tenant, campus_id) references campus;
alter table location
  add column library_id uuid not null generated always as ((details ->> 'libraryId')::uuid) stored,
  add column campus_id uuid not null generated always as ((details ->> 'campusId')::uuid) stored,
  add column institution_id uuid not null generated always as ((details ->> 'institutionId')::uuid) stored,
  add foreign key (tenant, library_id) references library,
  add foreign key (tenant, campus_id) references campus,
  add foreign key (tenant, institution_id) references institution;
alter table service_point
  add column pickup_location boolean not null
    generated always as (coalesce((details ->> 'pickupLocation')::boolean, false)) stored;
alter table loan_policy
  add column loanable boolean not null generated always as ((details ->> 'loanable')::boolean) stored,
  add constraint "loansPolicy.period" check (not loanable
    or (details #>> '{loansPolicy,period,duration}' is not null and details #>> '{loansPolicy,period,intervalId}' is not null)),
  add constraint "renewalsPolicy.period" check (details #>> '{renewalsPolicy,differentPeriod}' is distinct from 'true'
    or (details #>> '{renewalsPolicy,period,duration}' is not null
      and details #>> '{renewalsPolicy,period,intervalId}' is not null));
alter table patron_block_condition
  add column blocks_borrowing boolean not null
    generated always as (coalesce((details ->> 'blockBorrowing')::boolean, false)) stored,
  add column blocks_renewals boolean not null
    generated always as (coalesce((details ->> 'blockRenewals')::boolean, false)) stored,
  add column blocks_requests boolean not null
    generated always as (coalesce((details ->> 'blockRequests')::boolean, false)) stored,
  add column message text not null generated always as (coalesce(details ->> 'message', '')) stored,
  add constraint message
    check ((blocks_borrowing or blocks_renewals or blocks_requests) = (btrim(message) <> ''));
alter table patron_block_limit
  add column patron_group_id uuid not null generated always as ((details ->> 'patronGroupId')::uuid) stored,
  add column condition_id uuid not null generated always as ((details ->> 'conditionId')::uuid) stored,
  add column value numeric generated always as ((details ->> 'value')::numeric) stored,
  add constraint value check (value between 0 and 999999.99
    and (value = trunc(value) or condition_id = 'cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a')),
  add foreign key (tenant, patron_group_id) references patron_group,
  add foreign key (tenant, condition_id) references patron_block_condition;
create unique index patron_block_limit_condition_id on patron_block_limit (tenant, patron_group_id, condition_id);


-- Blocks by hand and patrons, too. The column of a patron whose details are null has what there was before.
create function utc(text) returns timestamptz immutable strict language sql as 'select $1::timestamptz';
alter table patron_block
  add column details jsonb,
  add column version integer not null default 1,
  add column updated_date timestamptz not null default now();
update patron_block set details = jsonb_strip_nulls(jsonb_build_object('type', 'Manual', 'desc', description,
  'code', code, 'staffInformation', staff_information, 'patronMessage', patron_message, 'borrowing', borrowing,
  'renewals', renewals, 'requests', requests, 'userId', user_id,
  'expirationDate', to_char(expiration_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')));
alter table patron_block drop column description, drop column code, drop column staff_information,
  drop column patron_message, drop column borrowing, drop column renewals, drop column requests,
  drop column user_id, drop column expiration_date;
alter table patron_block
  alter column details set not null,
  add column user_id uuid not null generated always as ((details ->> 'userId')::uuid) stored,
  add column description text not null generated always as (details ->> 'desc') stored,
  add column borrowing boolean not null
    generated always as (coalesce((details ->> 'borrowing')::boolean, false)) stored,
  add column renewals boolean not null
    generated always as (coalesce((details ->> 'renewals')::boolean, false)) stored,
  add column requests boolean not null
    generated always as (coalesce((details ->> 'requests')::boolean, false)) stored,
  add column expiration_date timestamptz generated always as (utc(details ->> 'expirationDate')) stored,
  add foreign key (tenant, user_id) references app_user on delete cascade;
create index patron_block_user on patron_block (tenant, user_id);
-- As queries of clients name it.
create index patron_block_query on patron_block (tenant, ((details #>> '{userId}')::uuid));
alter table app_user add column details jsonb;
alter table app_user rename constraint app_user_tenant_patron_group_id_fkey to app_user_tenant_patron_group_fkey;

alter table item
  add column permanent_loan_type_id uuid not null default '230e4f54-9889-36f3-87bb-58dd8501a96e',
  add foreign key (tenant, permanent_loan_type_id) references loan_type;

-- What a patron may not do because of her group's limits, as mod-patron-blocks has it: the limit of items charged out
-- blocks borrowing when it is reached, all else is blocked beyond a limit. Nobody owes fees here.
create view automated_block as
select u.tenant, u.id as user_id, c.id as condition_id, c.message,
  c.blocks_borrowing and (o.beyond or o.reached) as borrowing,
  c.blocks_renewals and o.beyond as renewals, c.blocks_requests and o.beyond as requests
from app_user u
join patron_block_limit m on m.tenant = u.tenant and m.patron_group_id = u.patron_group_id and m.value is not null
join patron_block_condition c on c.tenant = m.tenant and c.id = m.condition_id
cross join lateral (
  select
    c.id = '3d7c52dc-c732-4223-8bf8-e5917801386f' and count(*) >= m.value as reached,
    coalesce(case c.id
      when '3d7c52dc-c732-4223-8bf8-e5917801386f' then count(*) > m.value
      when '72b67965-5b73-4840-bc0b-be8f3f6e047e' then count(*) filter (where l.action = 'declaredLost') > m.value
      when '584fbd4f-6a34-4730-a6ca-73a6a6a9d845' then count(*) filter (where l.due_date < now()) > m.value
      when 'e5b45031-a202-4abb-917b-e1df9346fe2c' then
        count(*) filter (where l.due_date < now() and l.due_date_changed_by_recall) > m.value
      when '08530ac4-07f2-48e6-9dda-a97bc2bf7053' then
        bool_or(l.due_date_changed_by_recall and l.due_date < now() - m.value::double precision * interval '1 day')
    end, false) as beyond
  from loan l
  where l.tenant = u.tenant and l.user_id = u.id and l.status = 'Open' and l.action <> 'claimedReturned') o;

-- Numbers of a tenant's records, which go on from those of all tenants together.
create table record_number (
  tenant smallint not null references tenant,
  kind   text     not null,
  last   bigint   not null,
  primary key (tenant, kind)
);
insert into record_number (tenant, kind, last)
select t.id, k.kind, k.last from tenant t, (
  select 'instance' as kind, case when is_called then last_value else 0 end as last from instance_number
  union all select 'holdings', case when is_called then last_value else 0 end from holdings_number
  union all select 'item', case when is_called then last_value else 0 end from item_number) k;
alter table instance alter column hrid drop default;
alter table holdings alter column hrid drop default;
alter table item alter column hrid drop default;
drop sequence instance_number;
drop sequence holdings_number;
drop sequence item_number;
