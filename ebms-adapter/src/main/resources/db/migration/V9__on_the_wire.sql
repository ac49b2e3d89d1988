-- Set just before a message that may be sent only once goes out: should the process end then, nobody
-- knows whether the partner has it. What an instance has merely taken is sent by others.
alter table delivery add column on_the_wire boolean not null default false;

-- Nobody knows of those that an earlier version was sending.
update delivery set on_the_wire = true
where not reliable and message is not null and claimed_by is not null;

-- Deleting a message looks for its delivery.
create index delivery_message on delivery (message);
-- What an instance is sending; at most what its queues hold.
create index delivery_claimed on delivery (claimed_by) where claimed_by is not null;
create index delivery_expires on delivery (expires_at) where expires_at is not null;
