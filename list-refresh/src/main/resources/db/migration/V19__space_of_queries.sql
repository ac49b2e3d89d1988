-- What a query takes of its tenant's space, so that an index alone tells whether there is any left.
alter table query_details
  add column space integer not null generated always as (results + 100 + octet_length(fql_query) / 100) stored;
create index query_details_space on query_details (tenant, space) where refresh_id is null;
