-- A page has a hundred records before its texts are counted, so what clients store in one is bounded: as it is stored, for
-- seven characters (1.0E308) may become 309. Not by a constraint, which every change of an older, longer record would break.
create function check_details() returns trigger language plpgsql as $$
begin
  if length(new.details::text) > 100000 then
    raise exception using errcode = 'check_violation', table = tg_table_name, constraint = 'record',
      message = 'The details are too long',
      hint = format('The record has %s characters as it is stored, at most 100000 are taken', length(new.details::text));
  end if;
  return new;
end $$;
do $$
declare
  name text;
begin
  for name in
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'details' and t.table_type = 'BASE TABLE' loop
    execute format('create trigger check_details before insert or update of details on %I '
      'for each row when (new.details is not null) execute function check_details()', name);
  end loop;
end $$;
