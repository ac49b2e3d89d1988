-- The Pongs of one commit are one row: inserting and deleting a row for each cost the database as
-- much as the Pings cost the service. A line holds one Pong: id, domain, endpoint, cpa_id,
-- conversation_id, ref_to_message_id, from_ids, to_ids and created_at (ms since 1970), with tabs
-- between them.
alter table pong_outbox add column pongs text;

update pong_outbox set pongs = concat_ws(E'\t', id, domain, endpoint, cpa_id, conversation_id,
  ref_to_message_id, from_ids, to_ids, (extract(epoch from created_at) * 1000)::bigint) || E'\n';

alter table pong_outbox alter column pongs set not null;
alter table pong_outbox alter column created_at set default now();
alter table pong_outbox
  drop column domain,
  drop column endpoint,
  drop column cpa_id,
  drop column conversation_id,
  drop column ref_to_message_id,
  drop column from_ids,
  drop column to_ids;

-- Compressed in the row where it fits: a second table for a row of milliseconds would cost more.
alter table pong_outbox set (toast_tuple_target = 8160);
