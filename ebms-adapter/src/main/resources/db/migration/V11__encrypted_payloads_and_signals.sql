-- Whether a payload is kept as it was encrypted for its receiver: such a message cannot be sent again.
alter table payload add column encrypted boolean not null default false;

-- Of those that an earlier version kept, by what stands at their start.
update payload p set encrypted = true
from message m, payload_piece c
where m.id = p.message and m.direction = 'OUT' and p.content_type = 'application/xml'
  and c.payload = p.id and c.number = 0
  and position('EncryptedData'::bytea in substring(c.content from 1 for 500)) > 0;

-- Business messages and signals that wait for an endpoint are counted apart.
create index delivery_backlog on delivery (endpoint, (message is null));
drop index delivery_endpoint;
