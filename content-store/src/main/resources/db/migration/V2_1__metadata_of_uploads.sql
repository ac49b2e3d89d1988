-- The header as the client sent it: responses to HEAD have it.
alter table upload add column metadata text not null default '';
