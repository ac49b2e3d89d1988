-- Events of changes that are committed and not yet published. Small and always changing: cleaned by count, not by share.
create table event_outbox (
  lane         smallint    not null,
  id           bigint      generated always as identity,
  event_id     uuid        not null,
  topic        text        not null,
  key          text        not null,
  body         text        not null,
  created_date timestamptz not null default now(),
  primary key (lane, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
