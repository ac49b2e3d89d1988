-- A message that does not ask to be delivered once is delivered as often as it comes: each time is a
-- copy, from 1.
alter table message add column copy integer not null default 1;
alter table message drop constraint message_message_id_direction_key;
alter table message add constraint message_copy unique (message_id, direction, copy);

-- What messages are found by. Identifiers of conversations have no limit that an index knows.
create index message_agreement on message (cpa_id, direction, id);
create index message_conversation on message using hash (conversation_id);
create index message_created on message using brin (created_at);

-- What partners were asked about messages; the last ten of a message, as long as it is kept.
create table status_request (
  request_id  text primary key,
  message     bigint not null references message on delete cascade,
  state       text not null check (state in ('SENT', 'ANSWERED', 'FAILED')),
  sent_at     timestamptz not null default now(),
  answered_at timestamptz,
  status      text,
  received_at timestamptz,
  detail      text
);
create index status_request_message on status_request (message, sent_at);
create index status_request_waiting on status_request (sent_at) where state = 'SENT';
