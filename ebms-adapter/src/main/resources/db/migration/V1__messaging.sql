-- Agreements as they were given; what messages are judged by is compiled from them in memory.
create table agreement (
  cpa_id      text primary key,
  document    bytea not null,
  revision    bigint not null,
  imported_by text not null,
  imported_at timestamptz not null
);

-- Certificates of agreements that were replaced in real life, by the SHA-256 of the old one.
create table certificate_mapping (
  from_fingerprint text primary key,
  from_der         bytea not null,
  to_der           bytea not null
);

-- One row: counts changes of the two tables above, so that each instance sees by one small read
-- whether it has to look again. Its lock puts changes into one order.
create table agreement_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);

-- A running instance. While its lease lasts, nobody else sends what is its own.
create table node (
  id         uuid primary key,
  expires_at timestamptz not null
);

-- Business messages, sent (OUT) and received (IN). Between two parties that are both served here a
-- message is there twice. A row is never deleted before its keep_until, so that a duplicate is
-- known as one; one that was received and not yet processed is never deleted.
create table message (
  id                    bigint generated always as identity primary key,
  direction             text not null check (direction in ('OUT', 'IN')),
  message_id            text not null,
  -- A message that does not ask to be delivered once is delivered as often as it comes: each time
  -- is a copy, from 1.
  copy                  integer not null default 1,
  cpa_id                text not null,
  from_ids              text not null,
  from_role             text,
  to_ids                text not null,
  to_role               text,
  conversation_id       text not null,
  service_type          text,
  service               text not null,
  action                text not null,
  ref_to_message_id     text,
  sent_at               timestamptz not null,
  time_to_live          timestamptz,
  duplicate_elimination boolean not null,
  state                 text not null
    check (state in ('PENDING', 'DELIVERED', 'FAILED', 'EXPIRED', 'RECEIVED', 'PROCESSED')),
  detail                text,
  attempts              integer not null default 0,
  -- As it went over the wire: sent again the same each time, and evidence where it is signed.
  envelope              bytea not null,
  -- Of a received message: what was sent, to be sent again for each duplicate. Of a sent one: what
  -- its receiver sent.
  acknowledgment        bytea,
  -- The message as which one that failed or expired was sent again. It is sent again once.
  resent_as             text,
  created_at            timestamptz not null default now(),
  changed_at            timestamptz not null default now(),
  keep_until            timestamptz not null,
  constraint message_copy unique (message_id, direction, copy)
);
-- Operators' lists are newest first and filtered; their counts stop at a limit. Each list reads an
-- index in its order. Identifiers have no limit that an index knows: conversations and references
-- are hashed, and the partner, written as pages show it, is cut.
create index message_state on message (direction, state, id);
create index message_conversation on message using hash (conversation_id);
create index message_created on message using brin (created_at);
create index message_partner on message (
  (left(translate(case direction when 'OUT' then to_ids else from_ids end, chr(31) || chr(30), ': '), 250)),
  direction, state, id);
create index message_agreement_state on message (cpa_id, direction, state, id);
create index message_reference on message using hash (ref_to_message_id);
create index message_detail on message (direction, state, id) where detail is not null;
-- The purge looks for old messages that may go. Received ones that nobody has processed stay, and
-- it would read all of them each second.
create index message_old on message (keep_until) where state not in ('PENDING', 'RECEIVED');

create table payload (
  id           bigint generated always as identity primary key,
  message      bigint not null references message on delete cascade,
  position     integer not null,
  content_id   text not null,
  content_type text not null,
  role         text,
  size         bigint not null,
  -- Kept as it was encrypted for its receiver: such a message cannot be sent again.
  encrypted    boolean not null default false,
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

-- What became of each try to send a message; the last hundred of a message are kept, as long as it.
create table attempt (
  message bigint not null references message on delete cascade,
  number  integer not null,
  at      timestamptz not null default now(),
  -- Whether the partner took it; that it acknowledged it is the message's state.
  taken   boolean not null,
  detail  text,
  primary key (message, number)
);

-- What is still to be sent: business messages until they are settled; acknowledgments, and Pongs
-- that are promised (reprise.ebms.ping.persist), until the partner took them. Rows of Pongs live for
-- milliseconds. No foreign key to node: each insert would lock the instance's row.
create table delivery (
  message_id      text primary key,
  message         bigint references message on delete cascade,
  endpoint        text not null,
  -- Of a signal; a business message has its own.
  envelope        bytea check (envelope is not null or message is not null),
  -- Sent again until it is acknowledged; else until the partner took it.
  reliable        boolean not null,
  attempts        integer not null default 0,
  retries         integer not null,
  retry_interval  bigint not null,
  next_attempt_at timestamptz not null,
  expires_at      timestamptz,
  -- The instance that is sending it; only while that one lives (table node).
  claimed_by      uuid,
  -- Set just before a message that may be sent only once goes out: should the process end then,
  -- nobody knows whether the partner has it. What an instance has merely taken is sent by others.
  on_the_wire     boolean not null default false
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0
);
-- What an instance is sending; at most what its queues hold.
create index delivery_claimed on delivery (claimed_by) where claimed_by is not null;
create index delivery_expires on delivery (expires_at) where expires_at is not null;
-- What is due is claimed endpoint by endpoint, so that a partner's backlog is not read while its
-- queue is full: 12 backlogs of 10,000 rows made each claim take 80 to 130 ms.
create index delivery_due on delivery (endpoint, next_attempt_at);
-- What was sent as often as agreed and is not acknowledged.
create index delivery_exhausted on delivery (next_attempt_at)
  where reliable and attempts > retries;
-- Messages and signals that wait for an endpoint are counted apart, and the oldest message is found.
create index delivery_waiting on delivery (endpoint, message);
-- Deleting a message looks for its delivery. By equality only: an ordered index was taken for counts
-- by endpoint, which then read all that waits.
create index delivery_message on delivery using hash (message);

-- Endpoints to which nothing is sent from the database.
create table paused_endpoint (
  endpoint text primary key,
  since    timestamptz not null default now(),
  operator text not null
);

-- Pings and StatusRequests from here: signals that another signal answers. A StatusRequest is about
-- a message; the last ten of a message are kept, as long as it.
create table signal_request (
  request_id    text primary key,
  message       bigint references message on delete cascade,
  cpa_id        text not null,
  from_party_id text not null,
  to_party_id   text not null,
  state         text not null check (state in ('SENT', 'ANSWERED', 'FAILED')),
  sent_at       timestamptz not null default now(),
  answered_at   timestamptz,
  status        text,
  received_at   timestamptz,
  detail        text
);
-- Pings are forgotten by their age.
create index signal_request_ping on signal_request (sent_at) where message is null;
create index signal_request_message on signal_request (message, sent_at);
create index signal_request_waiting on signal_request (sent_at) where state = 'SENT';

-- What happened to business messages, in the transactions in which it happened, for whoever passes
-- it on. Readers go by (origin, tx, id) and read no transaction that is younger than one still
-- running, so that nothing is passed over.
create table message_event (
  id         bigint generated always as identity primary key,
  origin     bigint not null default 0,
  tx         xid8 not null default pg_current_xact_id(),
  at         timestamptz not null default now(),
  kind       text not null check (kind in ('RECEIVED', 'DELIVERED', 'FAILED', 'EXPIRED')),
  message_id text not null,
  cpa_id     text not null,
  service    text not null,
  action     text not null,
  detail     text
);
create index message_event_order on message_event (origin, tx, id);
create index message_event_at on message_event (at);

-- Transactions are numbered by the cluster: events of a restored dump cannot be compared with new
-- ones by these numbers. Each cluster that writes events is another origin.
create table event_origin (
  only_row boolean primary key default true check (only_row),
  number   bigint not null,
  cluster  text not null
);

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

-- What operators did.
create table operator_action (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default now(),
  operator text not null,
  action   text not null,
  subject  text not null
);
create index operator_action_at on operator_action (at);

insert into agreement_revision (revision) values (0);
insert into event_origin (number, cluster) values (0, '');
