-- Instances that answer from memory until then, unless they hear of a change before.
create table revision_reader (
  session text primary key,
  until timestamptz not null
);

-- Whoever changes a configuration, by hand as well, tells those who listen.
create function tell_revision() returns trigger language plpgsql as $$
begin
  perform pg_notify('gc_revision', '');
  return null;
end $$;

create trigger configuration_revision
after update or delete or truncate on configuration
for each statement execute function tell_revision();
