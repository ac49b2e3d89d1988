-- An instance shows the identifiers of the record that it came from.
create index marc_record_instance on marc_record (tenant, instance_id);
