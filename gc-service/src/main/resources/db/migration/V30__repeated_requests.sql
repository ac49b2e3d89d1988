-- What a request to an application is recognized by when it is sent again for the same activity. Random: numbers of
-- activities come again where the database is restored.
alter table activity add column request_key uuid not null default gen_random_uuid();
