-- The message as which one that failed or expired was sent again. It is sent again once.
alter table message add column resent_as text;
