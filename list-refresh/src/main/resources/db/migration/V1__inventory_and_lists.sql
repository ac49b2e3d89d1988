-- Every table has the tenant first in its primary key and in every reference, so that no row can refer to one of
-- another tenant, whatever a statement gets wrong.
create table tenant (
  id   smallint generated always as identity primary key,
  name text not null unique
);

-- What clients store in one record, as it is stored: a page has a hundred records before its texts are counted. A check
-- of the type, and not of tables, which would make it again with each change of a record's other columns.
create domain record_json as jsonb constraint record check (length(value::text) <= 100000);

-- Reference records: what an administrator stores by FOLIO's API. Each is kept as it came in details, and what
-- statements compare, join and order by is generated from it. Names and codes are unique, whatever their case.
create table institution (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  code         text        not null generated always as (details ->> 'code') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index institution_name on institution (tenant, lower(name));
create unique index institution_code on institution (tenant, lower(code));

create table campus (
  tenant         smallint    not null references tenant,
  id             uuid        not null,
  name           text        not null generated always as (details ->> 'name') stored,
  code           text        not null generated always as (details ->> 'code') stored,
  institution_id uuid        not null generated always as ((details ->> 'institutionId')::uuid) stored,
  details        record_json not null,
  version        integer     not null default 1,
  created_date   timestamptz not null default now(),
  updated_date   timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, institution_id) references institution
);
create unique index campus_name on campus (tenant, lower(name));
create unique index campus_code on campus (tenant, lower(code));

create table library (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  code         text        not null generated always as (details ->> 'code') stored,
  campus_id    uuid        not null generated always as ((details ->> 'campusId')::uuid) stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, campus_id) references campus
);
create unique index library_name on library (tenant, lower(name));
create unique index library_code on library (tenant, lower(code));

create table location (
  tenant         smallint    not null references tenant,
  id             uuid        not null,
  name           text        not null generated always as (details ->> 'name') stored,
  code           text        not null generated always as (details ->> 'code') stored,
  library_id     uuid        not null generated always as ((details ->> 'libraryId')::uuid) stored,
  campus_id      uuid        not null generated always as ((details ->> 'campusId')::uuid) stored,
  institution_id uuid        not null generated always as ((details ->> 'institutionId')::uuid) stored,
  details        record_json not null,
  version        integer     not null default 1,
  created_date   timestamptz not null default now(),
  updated_date   timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, library_id) references library,
  foreign key (tenant, campus_id) references campus,
  foreign key (tenant, institution_id) references institution
);
create unique index location_name on location (tenant, lower(name));
create unique index location_code on location (tenant, lower(code));

create table service_point (
  tenant          smallint    not null references tenant,
  id              uuid        not null,
  name            text        not null generated always as (details ->> 'name') stored,
  code            text        not null generated always as (details ->> 'code') stored,
  pickup_location boolean     not null
    generated always as (coalesce((details ->> 'pickupLocation')::boolean, false)) stored,
  details         record_json not null,
  version         integer     not null default 1,
  created_date    timestamptz not null default now(),
  updated_date    timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index service_point_name on service_point (tenant, lower(name));
create unique index service_point_code on service_point (tenant, lower(code));

create table material_type (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index material_type_name on material_type (tenant, lower(name));

create table loan_type (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index loan_type_name on loan_type (tenant, lower(name));

create table patron_group (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'group') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index patron_group_group on patron_group (tenant, lower(name));

-- Checks of reference records are named after the member that a refusal names.
create table loan_policy (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  loanable     boolean     not null generated always as ((details ->> 'loanable')::boolean) stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id),
  constraint "loansPolicy.period" check (not loanable
    or (details #>> '{loansPolicy,period,duration}' is not null
      and details #>> '{loansPolicy,period,intervalId}' is not null)),
  constraint "renewalsPolicy.period" check (details #>> '{renewalsPolicy,differentPeriod}' is distinct from 'true'
    or (details #>> '{renewalsPolicy,period,duration}' is not null
      and details #>> '{renewalsPolicy,period,intervalId}' is not null))
);
create unique index loan_policy_name on loan_policy (tenant, lower(name));

create table request_policy (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index request_policy_name on request_policy (tenant, lower(name));

create table notice_policy (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index notice_policy_name on notice_policy (tenant, lower(name));

create table overdue_fine_policy (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index overdue_fine_policy_name on overdue_fine_policy (tenant, lower(name));

create table lost_item_fee_policy (
  tenant       smallint    not null references tenant,
  id           uuid        not null,
  name         text        not null generated always as (details ->> 'name') stored,
  details      record_json not null,
  version      integer     not null default 1,
  created_date timestamptz not null default now(),
  updated_date timestamptz not null default now(),
  primary key (tenant, id)
);
create unique index lost_item_fee_policy_name on lost_item_fee_policy (tenant, lower(name));

-- Instances, holdings and items, which clients store or imports bring: what FOLIO's schemas have besides the columns is
-- kept as it came in details, null for imported records.
-- Partition key of the three large tables, where one becomes too large: tenant.
create table instance (
  tenant              smallint    not null references tenant,
  id                  uuid        not null,
  hrid                text        not null check (length(hrid) <= 200),
  title               text        not null,
  primary_contributor text,
  created_date        timestamptz not null default now(),
  updated_date        timestamptz not null default now(),
  version             integer     not null default 1,
  details             record_json,
  primary key (tenant, id)
);
create unique index instance_hrid on instance (tenant, lower(hrid) text_pattern_ops);

create table holdings (
  tenant                smallint    not null references tenant,
  id                    uuid        not null,
  hrid                  text        not null check (length(hrid) <= 200),
  instance_id           uuid        not null,
  permanent_location_id uuid        not null,
  call_number           text,
  created_date          timestamptz not null default now(),
  updated_date          timestamptz not null default now(),
  version               integer     not null default 1,
  details               record_json,
  primary key (tenant, id),
  foreign key (tenant, instance_id) references instance,
  foreign key (tenant, permanent_location_id) references location
);
create unique index holdings_hrid on holdings (tenant, lower(hrid) text_pattern_ops);
-- instance_id: the way from an instance to its items.
create index holdings_instance on holdings (tenant, instance_id);

create table item (
  tenant                 smallint    not null references tenant,
  id                     uuid        not null,
  hrid                   text        not null check (length(hrid) <= 200),
  barcode                text        check (length(barcode) <= 200),
  holdings_id            uuid        not null,
  material_type_id       uuid        not null,
  -- "Can circulate", for imported records, which name no loan type.
  permanent_loan_type_id uuid        not null default '230e4f54-9889-36f3-87bb-58dd8501a96e',
  -- The item's own location or its holdings', which are references already; a refusal names the one that was sent.
  effective_location_id  uuid        not null,
  permanent_location_id  uuid,
  -- Written in one way only: FQL's values are turned into it before they are compared.
  status                 text        not null check (status in (
    'Aged to lost', 'Available', 'Awaiting delivery', 'Awaiting pickup', 'Checked out', 'Claimed returned',
    'Declared lost', 'In process', 'In process (non-requestable)', 'In transit', 'Intellectual item',
    'Long missing', 'Lost and paid', 'Missing', 'On order', 'Order closed', 'Paged', 'Restricted',
    'Unavailable', 'Unknown', 'Withdrawn')),
  status_date            timestamptz not null default now(),
  item_level_call_number text        check (length(item_level_call_number) <= 500),
  copy_number            text,
  number_of_pieces       integer,
  discovery_suppress     boolean,
  created_date           timestamptz not null default now(),
  updated_date           timestamptz not null default now(),
  version                integer     not null default 1,
  details                record_json,
  primary key (tenant, id),
  foreign key (tenant, holdings_id) references holdings,
  foreign key (tenant, material_type_id) references material_type,
  foreign key (tenant, permanent_location_id) references location,
  foreign key (tenant, permanent_loan_type_id) references loan_type
) with (fillfactor = 85);
-- item_barcode and item_hrid: $eq, $in, $starts_with. Unique without regard to case, as the comparison is.
create unique index item_barcode on item (tenant, lower(barcode) text_pattern_ops);
create unique index item_hrid on item (tenant, lower(hrid) text_pattern_ops);
-- item_status: $eq, $in.
create index item_status on item (tenant, status);
-- item_level_call_number: $eq, $in, $starts_with.
create index item_call_number on item (tenant, lower(item_level_call_number) text_pattern_ops);
-- holdings_id, and instance_id by way of the holdings.
create index item_holdings on item (tenant, holdings_id);
-- item_effective_location_id; names of locations and libraries by way of it.
create index item_effective_location on item (tenant, effective_location_id);
-- item_material_type_id; its name by way of it.
create index item_material_type on item (tenant, material_type_id);
-- item_created_date: all comparisons. None for item_updated_date: it changes with every check-out.
create index item_created_date on item (tenant, created_date);

-- The last numbers of a tenant's records: who sends none gets the next one, as mod-inventory-storage makes it.
create table record_number (
  tenant smallint not null references tenant,
  kind   text     not null,
  last   bigint   not null,
  primary key (tenant, kind)
);

-- Patrons, and staff, who may have no patron group.
create table app_user (
  tenant                    smallint    not null references tenant,
  id                        uuid        not null,
  username                  text        check (length(username) <= 200),
  barcode                   text        check (length(barcode) <= 200),
  external_system_id        text        check (length(external_system_id) <= 200),
  active                    boolean     not null default true,
  patron_group_id           uuid,
  last_name                 text        not null,
  first_name                text,
  email                     text,
  preferred_contact_type_id text        check (length(preferred_contact_type_id) <= 200),
  expiration_date           timestamptz,
  created_date              timestamptz not null default now(),
  updated_date              timestamptz not null default now(),
  version                   integer     not null default 1,
  -- Null for users that were not stored by the API: the columns have it all.
  details                   record_json,
  primary key (tenant, id),
  -- A refusal names the member, patronGroup.
  constraint app_user_tenant_patron_group_fkey foreign key (tenant, patron_group_id) references patron_group
);
-- Unique without regard to case, as the comparison is. Desks look for a patron by barcode, name, id and the id of
-- another system in one query: each has an index.
create unique index app_user_barcode on app_user (tenant, lower(barcode) text_pattern_ops);
create unique index app_user_username on app_user (tenant, lower(username) text_pattern_ops);
create unique index app_user_external_system_id on app_user (tenant, lower(external_system_id) text_pattern_ops);

-- The circulation rules, and what they say line by line: the policies of the rule that fits, of several the one of the
-- highest rank. A condition is {letter, not, ids}.
create table circulation_rules (
  tenant       smallint    not null references tenant primary key,
  rules        text        not null,
  updated_date timestamptz not null default now()
);

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

-- What desks work with: loans, requests and the log of check-ins.
-- Partition key, where it becomes too large: tenant. Service point, location, policy and group are checked when a
-- loan is made, and not referenced: every check-out would lock the one row of its desk.
create table loan (
  tenant                     smallint    not null references tenant,
  id                         uuid        not null,
  user_id                    uuid        not null,
  item_id                    uuid        not null,
  status                     text        not null check (status in ('Open', 'Closed')),
  action                     text        not null check (action in (
    'checkedout', 'checkedin', 'renewed', 'recallrequested', 'declaredLost', 'claimedReturned',
    'checkedInReturnedByPatron', 'checkedInFoundByLibrary')),
  action_comment             text,
  loan_date                  timestamptz not null,
  due_date                   timestamptz not null,
  due_date_changed_by_recall boolean,
  renewal_count              integer,
  declared_lost_date         timestamptz,
  claimed_returned_date      timestamptz,
  return_date                timestamptz,
  system_return_date         timestamptz,
  checkout_service_point_id  uuid        not null,
  checkin_service_point_id   uuid,
  item_location_id           uuid        not null,
  loan_policy_id             uuid        not null,
  patron_group_id            uuid        not null,
  version                    integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, user_id) references app_user,
  foreign key (tenant, item_id) references item,
  check ((status = 'Closed') = (system_return_date is not null))
) with (fillfactor = 85);
-- An item is never out twice, whatever the desks do.
create unique index loan_open_item on loan (tenant, item_id) where status = 'Open';
create index loan_user on loan (tenant, user_id, status);
create index loan_item on loan (tenant, item_id);

-- Requests that staff or patrons cancel stay, with who did it and why.
create table circulation_request (
  tenant                              smallint    not null references tenant,
  id                                  uuid        not null,
  -- The place in the queue: lower ones of an item come first.
  number                              bigint      generated always as identity,
  request_type                        text        not null check (request_type in ('Hold', 'Recall', 'Page')),
  status                              text        not null check (status in (
    'Open - Not yet filled', 'Open - Awaiting pickup', 'Open - In transit', 'Closed - Filled', 'Closed - Cancelled')),
  request_date                        timestamptz not null,
  requester_id                        uuid        not null,
  item_id                             uuid        not null,
  pickup_service_point_id             uuid        not null,
  cancellation_reason_id              uuid,
  cancelled_by_user_id                uuid,
  cancellation_additional_information text,
  cancelled_date                      timestamptz,
  version                             integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, requester_id) references app_user,
  foreign key (tenant, item_id) references item,
  foreign key (tenant, pickup_service_point_id) references service_point
);
create unique index circulation_request_open on circulation_request (tenant, item_id, requester_id)
  where status like 'Open%';
create index circulation_request_queue on circulation_request (tenant, item_id, number) where status like 'Open%';
create index circulation_request_item on circulation_request (tenant, item_id);
create index circulation_request_requester on circulation_request (tenant, requester_id);

-- What came over a desk, whether it was on loan or not. Partition key, where it becomes too large: tenant.
create table check_in (
  tenant             smallint    not null references tenant,
  id                 uuid        not null,
  occurred_date      timestamptz not null,
  item_id            uuid        not null,
  item_status_prior  text        not null,
  item_location_id   uuid        not null,
  request_queue_size integer     not null,
  service_point_id   uuid        not null,
  performed_by       uuid,
  primary key (tenant, id),
  foreign key (tenant, item_id) references item
);
create index check_in_item on check_in (tenant, item_id, occurred_date);

-- What blocks patrons: the limits of their groups, and blocks by hand. Kept like reference records.
create table patron_block_condition (
  tenant           smallint    not null references tenant,
  id               uuid        not null,
  name             text        not null generated always as (details ->> 'name') stored,
  blocks_borrowing boolean     not null
    generated always as (coalesce((details ->> 'blockBorrowing')::boolean, false)) stored,
  blocks_renewals  boolean     not null
    generated always as (coalesce((details ->> 'blockRenewals')::boolean, false)) stored,
  blocks_requests  boolean     not null
    generated always as (coalesce((details ->> 'blockRequests')::boolean, false)) stored,
  message          text        not null generated always as (coalesce(details ->> 'message', '')) stored,
  details          record_json not null,
  version          integer     not null default 1,
  created_date     timestamptz not null default now(),
  updated_date     timestamptz not null default now(),
  primary key (tenant, id),
  constraint message check ((blocks_borrowing or blocks_renewals or blocks_requests) = (btrim(message) <> ''))
);
create unique index patron_block_condition_name on patron_block_condition (tenant, lower(name));

create table patron_block_limit (
  tenant          smallint    not null references tenant,
  id              uuid        not null,
  patron_group_id uuid        not null generated always as ((details ->> 'patronGroupId')::uuid) stored,
  condition_id    uuid        not null generated always as ((details ->> 'conditionId')::uuid) stored,
  value           numeric     generated always as ((details ->> 'value')::numeric) stored,
  details         record_json not null,
  version         integer     not null default 1,
  created_date    timestamptz not null default now(),
  updated_date    timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, patron_group_id) references patron_group,
  foreign key (tenant, condition_id) references patron_block_condition,
  -- A whole number, except for the outstanding balance.
  constraint value check (value between 0 and 999999.99
    and (value = trunc(value) or condition_id = 'cf7a0d5f-a327-4ca1-aa9e-dc55ec006b8a'))
);
create unique index patron_block_limit_condition_id on patron_block_limit (tenant, patron_group_id, condition_id);

-- Generated columns take immutable functions only, which a cast to timestamptz is not.
create function utc(text) returns timestamptz immutable strict language sql as 'select $1::timestamptz';

-- Blocks by hand. They go with their patron, those that are stored while she is being removed included.
create table patron_block (
  tenant          smallint    not null references tenant,
  id              uuid        not null,
  user_id         uuid        not null generated always as ((details ->> 'userId')::uuid) stored,
  description     text        not null generated always as (details ->> 'desc') stored,
  borrowing       boolean     not null generated always as (coalesce((details ->> 'borrowing')::boolean, false)) stored,
  renewals        boolean     not null generated always as (coalesce((details ->> 'renewals')::boolean, false)) stored,
  requests        boolean     not null generated always as (coalesce((details ->> 'requests')::boolean, false)) stored,
  expiration_date timestamptz generated always as (utc(details ->> 'expirationDate')) stored,
  details         record_json not null,
  version         integer     not null default 1,
  created_date    timestamptz not null default now(),
  updated_date    timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references app_user on delete cascade
);
create index patron_block_user on patron_block (tenant, user_id);
-- As queries of clients name it.
create index patron_block_query on patron_block (tenant, ((details #>> '{userId}')::uuid));

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

-- Events that are committed and not yet published. Small and always changing: cleaned by count, not by share.
create table event_outbox (
  tenant       smallint    not null references tenant,
  id           bigint      generated always as identity,
  event_id     uuid        not null,
  topic        text        not null,
  key          text        not null,
  body         text        not null,
  created_date timestamptz not null default now(),
  primary key (tenant, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What is imported from one file, and how far it is.
-- One form of lease for all that a process works on, here and below: its owner, the process, and its heartbeat, the
-- last sign of life.
create table job_execution (
  tenant         smallint    not null references tenant,
  id             uuid        not null,
  hrid           bigint      generated always as identity,
  file_name      text        not null check (length(file_name) between 1 and 255),
  profile_id     uuid,
  profile_name   text,
  user_id        uuid,
  status         text        not null default 'NEW' check (status in (
    'NEW', 'FILE_UPLOADED', 'PARSING_IN_PROGRESS', 'COMMITTED', 'ERROR', 'DISCARDED')),
  -- Records in the file, and those of them that are none; null until it is cut into chunks.
  total          integer,
  broken         integer     not null default 0,
  -- The sums of its chunks, once it has ended: there may be a hundred thousand of them.
  imported       integer     not null default 0,
  failed         integer     not null default 0,
  created_date   timestamptz not null default now(),
  started_date   timestamptz,
  completed_date timestamptz,
  -- Whether chunks are to be published, and the lease of the process that does so.
  to_publish     boolean     not null default false,
  owner          uuid,
  heartbeat      timestamptz,
  primary key (tenant, id)
) with (fillfactor = 70);
create index job_execution_created on job_execution (tenant, created_date);
create index job_execution_to_publish on job_execution (started_date) where to_publish;
create index job_execution_running on job_execution (tenant, id) where status = 'PARSING_IN_PROGRESS';

-- A file on its way. An upload that was broken off leaves pieces that no row names; the next one removes them.
create table upload_definition (
  tenant          smallint    not null,
  id              uuid        not null,
  file_id         uuid        not null,
  job_id          uuid        not null,
  upload          uuid,
  size            bigint,
  -- When the last piece came: an upload from which nothing comes any more is ended.
  last_piece_date timestamptz not null default now(),
  uploaded_date   timestamptz,
  created_date    timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, job_id),
  foreign key (tenant, job_id) references job_execution
);
create index upload_definition_under_way on upload_definition (last_piece_date)
  where upload is not null and uploaded_date is null;

create table upload_piece (
  tenant        smallint not null,
  definition_id uuid     not null,
  upload        uuid     not null,
  number        integer  not null,
  content       bytea    not null,
  primary key (tenant, definition_id, upload, number),
  foreign key (tenant, definition_id) references upload_definition on delete cascade
);
-- Read once and deleted: not worth compressing.
alter table upload_piece alter column content set storage external;

-- Records that travel together through Kafka and are saved by one transaction.
create table import_chunk (
  tenant         smallint    not null,
  job_id         uuid        not null,
  number         integer     not null,
  first_record   integer     not null,
  records        integer     not null check (records > 0),
  file_offset    bigint      not null,
  length         integer     not null,
  state          text        not null default 'PENDING' check (state in ('PENDING', 'DONE', 'FAILED')),
  imported       integer     not null default 0,
  failed         integer     not null default 0,
  published_date timestamptz,
  settled_date   timestamptz,
  primary key (tenant, job_id, number),
  foreign key (tenant, job_id) references job_execution
) with (fillfactor = 70);
create index import_chunk_pending on import_chunk (tenant, job_id, number) where state = 'PENDING';
-- Whether any chunk of a tenant moved of late.
create index import_chunk_moved on import_chunk (tenant, greatest(published_date, settled_date));

-- Records that were not imported, and why.
create table job_log_entry (
  tenant       smallint    not null,
  job_id       uuid        not null,
  record       integer     not null,
  file_offset  bigint      not null,
  error        text        not null,
  created_date timestamptz not null default now(),
  primary key (tenant, job_id, record),
  foreign key (tenant, job_id) references job_execution
);

-- Source record storage: the records as they came. No reference to the job: its history may be cleared. None to the
-- instance: the record stays when that is deleted, as in FOLIO's two modules.
create table marc_record (
  tenant       smallint    not null,
  id           uuid        not null,
  job_id       uuid        not null,
  record       integer     not null,
  instance_id  uuid        not null,
  identifiers  text[]      not null,
  content      bytea       not null,
  created_date timestamptz not null,
  primary key (tenant, id)
);
create index marc_record_job on marc_record (tenant, job_id, record);
-- An instance shows the identifiers of the record that it came from.
create index marc_record_instance on marc_record (tenant, instance_id);

-- Lists. The three refresh columns are set by refreshes, never by an edit of the list.
create table record_list (
  tenant                 smallint    not null references tenant,
  id                     uuid        not null,
  name                   text        not null check (length(name) between 1 and 255),
  description            text        check (length(description) <= 1024),
  entity_type_id         uuid        not null,
  fql_query              text,
  user_friendly_query    text,
  fields                 text[]      not null default '{}',
  is_active              boolean     not null,
  is_private             boolean     not null,
  is_canned              boolean     not null default false,
  is_deleted             boolean     not null default false,
  version                integer     not null,
  created_by             uuid,
  created_by_username    text,
  created_date           timestamptz not null,
  updated_by             uuid,
  updated_by_username    text,
  updated_date           timestamptz not null,
  success_refresh_id     uuid,
  failed_refresh_id      uuid,
  in_progress_refresh_id uuid,
  primary key (tenant, id)
) with (fillfactor = 80);
create index record_list_name on record_list (tenant, lower(name)) where not is_deleted;
create index record_list_updated on record_list (tenant, updated_date) where not is_deleted;

create table list_version (
  tenant              smallint    not null,
  list_id             uuid        not null,
  version             integer     not null,
  name                text        not null,
  description         text,
  fql_query           text,
  user_friendly_query text,
  fields              text[]      not null,
  is_active           boolean     not null,
  is_private          boolean     not null,
  updated_by          uuid,
  updated_by_username text,
  updated_date        timestamptz not null,
  primary key (tenant, list_id, version),
  foreign key (tenant, list_id) references record_list
);

create table list_refresh (
  tenant                smallint    not null,
  id                    uuid        not null,
  list_id               uuid        not null,
  list_version          integer     not null,
  mode                  text        not null check (mode in ('COMPAT', 'FAST')),
  status                text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  refreshed_by          uuid,
  refreshed_by_username text,
  refresh_start_date    timestamptz not null,
  refresh_end_date      timestamptz,
  -- A list can be filled with the results of a query that its editor has run before; without a key, since the query
  -- may be removed first.
  query_id              uuid,
  records_count         integer,
  content_version       integer,
  -- What the contents show: everything committed before this position of the writer's log. A compatible refresh may
  -- read some of its pages from the writer after its query was read from the standby (MIXED).
  source                text        check (source in ('READER', 'WRITER', 'MIXED')),
  position              pg_lsn,
  error_code            text,
  error_message         text,
  -- The process that fills the list, and its last sign of life.
  owner                 uuid        not null,
  heartbeat             timestamptz not null,
  attempt               integer     not null default 1,
  -- Whether rows of contents may be there; those of no use are removed later.
  has_contents          boolean     not null default true,
  primary key (tenant, id),
  foreign key (tenant, list_id) references record_list
) with (fillfactor = 70);
-- One refresh of a list at a time, whatever two requests do.
create unique index list_refresh_in_progress on list_refresh (tenant, list_id) where status = 'IN_PROGRESS';
create index list_refresh_leftovers on list_refresh (tenant, list_id) where has_contents and status <> 'IN_PROGRESS';
create index list_refresh_orphans on list_refresh (heartbeat) where status = 'IN_PROGRESS';
-- The next version of a list's contents follows from its earlier refreshes, which are kept.
create index list_refresh_versions on list_refresh (tenant, list_id, content_version);

-- Contents of the fast mode: 1,000 ids a row, in the order of the ids, so that the page at any offset is one row away.
-- What one attempt of a refresh writes is never in the way of another: a process that was stopped in the middle may
-- hold its transaction open while a second one fills the list. Only the attempt that completes the refresh is
-- committed.
-- Partition key, where it becomes too large: tenant.
create table list_segment (
  tenant     smallint not null,
  refresh_id uuid     not null,
  segment    integer  not null,
  attempt    integer  not null default 1,
  ids        uuid[]   not null,
  primary key (tenant, refresh_id, segment, attempt)
);
-- Random ids do not compress.
alter table list_segment alter column ids set storage external;

-- Contents of the compatible mode: the original's table, a row for each record in twelve partitions.
create table list_contents (
  tenant     smallint not null,
  list_id    uuid     not null,
  refresh_id uuid     not null,
  sort_seq   integer  not null,
  content_id uuid     not null,
  primary key (tenant, list_id, refresh_id, content_id)
) partition by hash (list_id);
do $$
begin
  for part in 0..11 loop
    execute format(
      'create table list_contents_%1$s partition of list_contents for values with (modulus 12, remainder %1$s)', part);
  end loop;
end
$$;
create index list_contents_order on list_contents (tenant, refresh_id, sort_seq);

-- Queries of their own, and those that refreshes in the compatible mode make: the original's two tables. The space that
-- they take is bounded.
create table query_details (
  tenant         smallint    not null references tenant,
  query_id       uuid        not null,
  entity_type_id uuid        not null,
  fql_query      text        not null,
  fields         text[]      not null default '{}',
  created_by     uuid,
  -- A query of a refresh is of use until the refresh ends.
  refresh_id     uuid,
  status         text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  start_date     timestamptz not null,
  end_date       timestamptz,
  total_records  integer,
  failure_reason text,
  source         text        check (source in ('READER', 'WRITER')),
  position       pg_lsn,
  owner          uuid        not null,
  heartbeat      timestamptz not null,
  -- How many it has in query_results, at its process's last sign of life.
  results        integer     not null default 0,
  -- What it takes of its tenant's space, so that an index alone tells whether there is any left.
  space          integer     not null generated always as (results + 100 + octet_length(fql_query) / 100) stored,
  primary key (tenant, query_id)
);
create index query_details_orphans on query_details (heartbeat) where status = 'IN_PROGRESS';
create index query_details_old on query_details (end_date) where status <> 'IN_PROGRESS';
create index query_details_space on query_details (tenant, space) where refresh_id is null;

create table query_results (
  tenant    smallint not null,
  query_id  uuid     not null,
  result_id uuid     not null,
  primary key (tenant, query_id, result_id)
);

-- Exports of lists. The file is kept in pieces of about a megabyte, so that neither writing nor reading it needs
-- memory.
create table list_export (
  tenant         smallint    not null,
  id             uuid        not null,
  list_id        uuid        not null,
  fields         text[]      not null,
  status         text        not null check (status in ('IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED')),
  created_by     uuid,
  start_date     timestamptz not null,
  end_date       timestamptz,
  bytes          bigint      not null default 0,
  failure_reason text,
  -- The process that writes it, and its last sign of life.
  owner          uuid,
  heartbeat      timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, list_id) references record_list
) with (fillfactor = 70);
create index list_export_list on list_export (tenant, list_id);
create index list_export_orphans on list_export (heartbeat) where status = 'IN_PROGRESS';
create index list_export_old on list_export (end_date) where status <> 'IN_PROGRESS';

create table export_chunk (
  tenant    smallint not null,
  export_id uuid     not null,
  chunk     integer  not null,
  content   bytea    not null,
  primary key (tenant, export_id, chunk),
  foreign key (tenant, export_id) references list_export on delete cascade
);
-- Compressing would cost more than writing.
alter table export_chunk alter column content set storage external;
