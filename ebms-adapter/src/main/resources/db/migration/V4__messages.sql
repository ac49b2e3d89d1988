-- Business messages, sent (OUT) and received (IN). Between two parties that are both served here a
-- message is there twice. A row is never deleted before its keep_until, so that a duplicate is
-- known as one; one that was received and not yet processed is never deleted.
create table message (
  id                bigint generated always as identity primary key,
  direction         text not null check (direction in ('OUT', 'IN')),
  message_id        text not null,
  cpa_id            text not null,
  from_ids          text not null,
  from_role         text,
  to_ids            text not null,
  to_role           text,
  conversation_id   text not null,
  service_type      text,
  service           text not null,
  action            text not null,
  ref_to_message_id text,
  sent_at           timestamptz not null,
  time_to_live      timestamptz,
  duplicate_elimination boolean not null,
  state             text not null
    check (state in ('PENDING', 'DELIVERED', 'FAILED', 'EXPIRED', 'RECEIVED', 'PROCESSED')),
  detail            text,
  attempts          integer not null default 0,
  -- As it went over the wire: sent again the same each time, and evidence where it is signed.
  envelope          bytea not null,
  -- Of a received message: what was sent, to be sent again for each duplicate. Of a sent one: what
  -- its receiver sent.
  acknowledgment    bytea,
  created_at        timestamptz not null default now(),
  changed_at        timestamptz not null default now(),
  keep_until        timestamptz not null,
  unique (message_id, direction)
);
create index message_state on message (direction, state, id);
create index message_keep_until on message (keep_until);

create table payload (
  id           bigint generated always as identity primary key,
  message      bigint not null references message on delete cascade,
  position     integer not null,
  content_id   text not null,
  content_type text not null,
  role         text,
  size         bigint not null,
  unique (message, position)
);

-- Payloads in pieces, so that neither writing nor reading one takes more memory than a piece.
create table payload_piece (
  payload bigint not null references payload on delete cascade,
  number  integer not null,
  content bytea not null,
  primary key (payload, number)
);
-- What is encrypted or zipped already gains nothing from another try.
alter table payload_piece alter column content set storage external;

-- What is still to be sent: business messages until they are settled, acknowledgments until the
-- partner took them.
create table delivery (
  message_id      text primary key,
  message         bigint references message on delete cascade,
  endpoint        text not null,
  -- Of an acknowledgment; a business message has its own.
  envelope        bytea check (envelope is not null or message is not null),
  -- Sent again until it is acknowledged; else until the partner took it.
  reliable        boolean not null,
  attempts        integer not null default 0,
  retries         integer not null,
  retry_interval  bigint not null,
  next_attempt_at timestamptz not null,
  expires_at      timestamptz,
  -- The instance that is sending it; only while that one lives (table node).
  claimed_by      uuid
);
create index delivery_next_attempt on delivery (next_attempt_at);
create index delivery_endpoint on delivery (endpoint);

-- What happened to business messages, in the transactions in which it happened, for whoever passes
-- it on. Readers go by (tx, id) and read no transaction that is younger than one still running, so
-- that nothing is passed over.
create table message_event (
  id         bigint generated always as identity primary key,
  tx         xid8 not null default pg_current_xact_id(),
  at         timestamptz not null default now(),
  kind       text not null check (kind in ('RECEIVED', 'DELIVERED', 'FAILED', 'EXPIRED')),
  message_id text not null,
  cpa_id     text not null,
  service    text not null,
  action     text not null,
  detail     text
);
create index message_event_order on message_event (tx, id);
create index message_event_at on message_event (at);
