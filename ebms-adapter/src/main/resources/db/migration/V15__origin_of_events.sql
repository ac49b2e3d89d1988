-- Transactions are numbered by the cluster: events of a restored dump cannot be compared with new
-- ones by these numbers. Each cluster that writes events is another origin; those from before are 0.
create table event_origin (
  only_row boolean primary key default true check (only_row),
  number   bigint not null,
  cluster  text not null
);
insert into event_origin (number, cluster) values (0, '');

alter table message_event add column origin bigint not null default 0;
drop index message_event_order;
create index message_event_order on message_event (origin, tx, id);
