-- What desks work with: patrons, loans, requests, the log of check-ins, and the rules behind them.
create table service_point (
  tenant          smallint not null references tenant,
  id              uuid     not null,
  name            text     not null,
  code            text     not null,
  pickup_location boolean  not null default true,
  primary key (tenant, id),
  unique (tenant, code)
);

create table patron_group (
  tenant        smallint not null references tenant,
  id            uuid     not null,
  name          text     not null,
  -- Loans at one time; null for as many as the patron can carry.
  max_items_out integer  check (max_items_out >= 0),
  primary key (tenant, id),
  unique (tenant, name)
);

create table loan_policy (
  tenant      smallint not null references tenant,
  id          uuid     not null,
  name        text     not null,
  loanable    boolean  not null,
  period_days integer  not null check (period_days between 1 and 3650),
  primary key (tenant, id),
  unique (tenant, name)
);

create table request_policy (
  tenant        smallint not null references tenant,
  id            uuid     not null,
  name          text     not null,
  request_types text[]   not null,
  primary key (tenant, id),
  unique (tenant, name)
);

create table notice_policy (
  tenant smallint not null references tenant,
  id     uuid     not null,
  name   text     not null,
  primary key (tenant, id),
  unique (tenant, name)
);

-- A rule without conditions is the fallback; of those that fit, the one with most conditions is applied, and one on
-- the material type comes before one on the group.
create table circulation_rule (
  tenant            smallint not null references tenant,
  id                uuid     not null,
  material_type_id  uuid,
  patron_group_id   uuid,
  loan_policy_id    uuid     not null,
  request_policy_id uuid     not null,
  notice_policy_id  uuid     not null,
  primary key (tenant, id),
  unique nulls not distinct (tenant, material_type_id, patron_group_id),
  foreign key (tenant, material_type_id) references material_type,
  foreign key (tenant, patron_group_id) references patron_group,
  foreign key (tenant, loan_policy_id) references loan_policy,
  foreign key (tenant, request_policy_id) references request_policy,
  foreign key (tenant, notice_policy_id) references notice_policy
);

create table app_user (
  tenant          smallint    not null references tenant,
  id              uuid        not null,
  username        text        check (length(username) <= 200),
  barcode         text        check (length(barcode) <= 200),
  active          boolean     not null default true,
  patron_group_id uuid        not null,
  last_name       text        not null,
  first_name      text,
  email           text,
  expiration_date timestamptz,
  created_date    timestamptz not null default now(),
  updated_date    timestamptz not null default now(),
  version         integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, patron_group_id) references patron_group
);
-- Unique without regard to case, as the comparison is.
create unique index app_user_barcode on app_user (tenant, lower(barcode) text_pattern_ops);
create unique index app_user_username on app_user (tenant, lower(username) text_pattern_ops);

create table patron_block (
  tenant          smallint    not null references tenant,
  id              uuid        not null,
  user_id         uuid        not null,
  description     text        not null,
  borrowing       boolean     not null,
  renewals        boolean     not null,
  requests        boolean     not null,
  expiration_date timestamptz,
  created_date    timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references app_user
);
create index patron_block_user on patron_block (tenant, user_id);

-- Partition key, where it becomes too large: tenant. Service point, location, policy and group are checked when a
-- loan is made, and not referenced: every check-out would lock the one row of its desk.
create table loan (
  tenant                    smallint    not null references tenant,
  id                        uuid        not null,
  user_id                   uuid        not null,
  item_id                   uuid        not null,
  status                    text        not null check (status in ('Open', 'Closed')),
  action                    text        not null check (action in ('checkedout', 'checkedin')),
  loan_date                 timestamptz not null,
  due_date                  timestamptz not null,
  return_date               timestamptz,
  system_return_date        timestamptz,
  checkout_service_point_id uuid        not null,
  checkin_service_point_id  uuid,
  item_location_id          uuid        not null,
  loan_policy_id            uuid        not null,
  patron_group_id           uuid        not null,
  version                   integer     not null default 1,
  primary key (tenant, id),
  foreign key (tenant, user_id) references app_user,
  foreign key (tenant, item_id) references item,
  check ((status = 'Closed') = (system_return_date is not null))
) with (fillfactor = 85);
-- An item is never out twice, whatever the desks do.
create unique index loan_open_item on loan (tenant, item_id) where status = 'Open';
create index loan_user on loan (tenant, user_id, status);
create index loan_item on loan (tenant, item_id);

create table circulation_request (
  tenant                  smallint    not null references tenant,
  id                      uuid        not null,
  -- The place in the queue: lower ones of an item come first.
  number                  bigint      generated always as identity,
  request_type            text        not null check (request_type in ('Hold', 'Recall', 'Page')),
  status                  text        not null check (status in (
    'Open - Not yet filled', 'Open - Awaiting pickup', 'Open - In transit', 'Closed - Filled')),
  request_date            timestamptz not null,
  requester_id            uuid        not null,
  item_id                 uuid        not null,
  pickup_service_point_id uuid        not null,
  closed_date             timestamptz,
  version                 integer     not null default 1,
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
  loan_id            uuid,
  primary key (tenant, id),
  foreign key (tenant, item_id) references item
);
create index check_in_item on check_in (tenant, item_id, occurred_date);

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
