-- When the last piece of a file came: an upload from which nothing comes any more is ended.
alter table upload_definition add column last_piece_date timestamptz not null default now();
create index upload_definition_under_way on upload_definition (last_piece_date)
  where upload is not null and uploaded_date is null;
