-- Version 13 has no endpoint mappings any more. A message that one of them sent to a test endpoint
-- would go to the endpoint of the agreement.
do $$ begin
  if to_regclass('endpoint_mapping') is not null then
    if exists (select from endpoint_mapping) then
      raise exception 'Endpoint mappings are not supported any more. Edit the agreements to name the endpoints that are mapped, remove the rows of the table endpoint_mapping, and start again.';
    end if;
  end if;
end $$;
