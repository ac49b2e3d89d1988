-- Pings and StatusRequests from here are one kind of row: signals that another signal answers. A
-- StatusRequest is about a message, of which few are kept.
alter table ping rename to signal_request;
alter table signal_request rename message_id to request_id;
alter table signal_request
  add column message     bigint references message on delete cascade,
  add column status      text,
  add column received_at timestamptz,
  alter column sent_at set default now();
insert into signal_request (request_id, message, cpa_id, from_party_id, to_party_id, state, sent_at,
  answered_at, status, received_at, detail)
select s.request_id, s.message, m.cpa_id, translate(m.from_ids, chr(31) || chr(30), ': '),
  translate(m.to_ids, chr(31) || chr(30), ': '), s.state, s.sent_at, s.answered_at, s.status,
  s.received_at, s.detail
from status_request s join message m on m.id = s.message;
drop table status_request;

drop index ping_sent_at;
create index signal_request_ping on signal_request (sent_at) where message is null;
create index signal_request_message on signal_request (message, sent_at);
alter index ping_waiting rename to signal_request_waiting;
