-- Of a baseline: what the request that made it is recognized by when it is sent again; null where it had nothing of that.
alter table configuration add column request_key text;

create unique index configuration_request on configuration (application, stream, request_key)
  where request_key is not null;
