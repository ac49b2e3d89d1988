-- Rows that nobody ended are looked for at the beginning of each poll.
create index poll_open on poll (data_source) where ended is null;

-- When somebody asked for a configuration, by the day; those that nobody asks for are removed.
alter table configuration add column asked timestamptz not null default now();
create index configuration_asked on configuration (asked);
