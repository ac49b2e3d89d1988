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

-- Pings that wait for their Pong.
create index ping_waiting on ping (sent_at) where state = 'SENT';
