-- Agreements as they were given; what messages are judged by is compiled from them in memory.
create table agreement (
  cpa_id   text primary key,
  document bytea not null,
  revision bigint not null
);

-- Where messages for an endpoint go instead, for tests.
create table endpoint_mapping (
  from_uri text primary key,
  to_uri   text not null
);

-- One row: counts changes of the two tables above, so that each instance sees by one small read
-- whether it has to look again. Its lock puts changes into one order.
create table agreement_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);
insert into agreement_revision (revision) values (0);
