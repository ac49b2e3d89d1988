-- Pings that were sent from here, and what became of them.
create table ping (
  message_id    text primary key,
  cpa_id        text not null,
  from_party_id text not null,
  to_party_id   text not null,
  state         text not null check (state in ('SENT', 'ANSWERED', 'FAILED')),
  sent_at       timestamptz not null,
  answered_at   timestamptz,
  detail        text
);
