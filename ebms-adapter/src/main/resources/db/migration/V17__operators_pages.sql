-- Operators' lists are newest first and filtered; their counts stop at a limit. Each list reads an index in its order.
-- The partner is written as pages show it; identifiers have no limit that an index knows.
create index message_partner on message (
  (left(translate(case direction when 'OUT' then to_ids else from_ids end, chr(31) || chr(30), ': '), 250)),
  direction, state, id);
create index message_agreement_state on message (cpa_id, direction, state, id);
drop index message_agreement;
create index message_reference on message using hash (ref_to_message_id);
create index message_detail on message (direction, state, id) where detail is not null;

-- Messages and signals that wait for an endpoint are counted apart, and the oldest message is found.
create index delivery_waiting on delivery (endpoint, message);
drop index delivery_backlog;

-- Who imported an agreement; unknown of earlier ones.
alter table agreement add column imported_by text;
alter table agreement add column imported_at timestamptz;

-- What operators did.
create table operator_action (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default now(),
  operator text not null,
  action   text not null,
  subject  text not null
);
create index operator_action_at on operator_action (at);

-- The newest messages of partners that were refused.
create table refused_message (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  message_id text not null,
  sender     text not null,
  cpa_id     text not null,
  action     text not null,
  reason     text not null
);

-- Endpoints to which nothing is sent from the database.
create table paused_endpoint (
  endpoint text primary key,
  since    timestamptz not null default now(),
  operator text not null
);
