-- A running instance. While its lease lasts, nobody else sends what is its own.
create table node (
  id         uuid primary key,
  expires_at timestamptz not null
);

-- Pongs that are promised and not yet delivered (reprise.ebms.ping.persist). What is the same in
-- all Pongs is not kept: rows live for milliseconds, and what they weigh is written to the log
-- twice. No foreign key to node: each insert would lock the instance's row.
create table pong_outbox (
  id                uuid primary key,
  domain            text not null,
  endpoint          text not null,
  cpa_id            text not null,
  conversation_id   text not null,
  ref_to_message_id text not null,
  from_ids          text not null,
  to_ids            text not null,
  created_at        timestamptz not null,
  node_id           uuid not null
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0
);
