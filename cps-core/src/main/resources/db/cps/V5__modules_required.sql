-- All sources have their modules, so that a list of schema sets needs no parsing.
update yang_sources set modules = '[]' where modules is null;
alter table yang_sources alter column modules set not null;
