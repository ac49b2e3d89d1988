-- A compatible refresh may read some of its pages from the writer after its query was read from the standby.
alter table list_refresh drop constraint list_refresh_source_check;
alter table list_refresh
  add constraint list_refresh_source_check check (source in ('READER', 'WRITER', 'MIXED'));
